class A<int x, int y = !cond(!eq(x, 1): x, 1: 2)> { int z = y; }
def a : A<1>;
def a : A<2>;
