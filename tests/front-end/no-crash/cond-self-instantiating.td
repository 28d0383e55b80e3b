// All arms of !cond are evaluated, so this recursion never ends.
class A<int n> { int v = !cond(!eq(n, 0): 0, true: A<!sub(n, 1)>.v); }
def d : A<3>;
