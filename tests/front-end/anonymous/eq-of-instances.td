// Instances are equal when they are the same record.
class A<int n = 1> { int v = n; }
def d { bit a = !eq(A<1>, A<1>); bit b = !eq(A<>, A<1>); bit c = !ne(A<1>, A<2>); }
