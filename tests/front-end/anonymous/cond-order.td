// The order in which the parts of !cond make their instances.
class S<int n> { int v = n; }
class A<int x> { int a = !cond(!eq(S<x>.v, 1): S<!add(x, 10)>.v, !eq(S<!add(x, 20)>.v, 1): S<!add(x, 30)>.v, true: 0); }
def d : A<5>;
