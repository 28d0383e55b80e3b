// An argument is given once.
class A<int x, int y> { int v = x; int w = y; }
def a : A<x=1, x=2>;
