// Records have no arguments.
def a<int x> { int v = x; }
