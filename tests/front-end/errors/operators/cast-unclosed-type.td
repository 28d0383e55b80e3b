// The type must be closed.
def a { int x = !cast<int(1); }
