// No case is true.
class A<int n> { int x = !cond(!eq(n, 1): 1, !eq(n, 2): 2); }
def ok : A<1>;
def bad : A<3>;
