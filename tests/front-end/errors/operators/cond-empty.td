// A case is needed.
def a { int x = !cond(); }
