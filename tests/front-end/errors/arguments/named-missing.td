// An argument is missing besides a named one.
class A<int x, int y> { int v = x; int w = y; }
def a : A<y=1>;
