// An argument is given once, by position or by name.
class A<int x, int y = 2> { int v = x; int w = y; }
def a : A<1, x=2>;
