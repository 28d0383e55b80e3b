// A default may be a !cond of other arguments.
class A<int x, int y = !cond(!eq(x, 1): x, true: 3)> { int v = y; }
def d : A<1>;
def e : A<2>;
