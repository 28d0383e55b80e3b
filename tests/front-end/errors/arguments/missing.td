// An argument without default is missing.
class A<int x, int y = 1, int z> { int v = x; int w = y; int u = z; }
def a : A<1, 2>;
