// Declared arguments must be closed.
class A<int x { int v = x; }
