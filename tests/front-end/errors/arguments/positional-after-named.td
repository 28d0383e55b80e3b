// Positional arguments come first.
class A<int x, int y> { int v = x; int w = y; }
def a : A<x=1, 2>;
