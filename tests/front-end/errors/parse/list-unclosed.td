// The element type must be closed.
def a { list<int x; }
