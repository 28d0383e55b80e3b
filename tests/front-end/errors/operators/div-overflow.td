// The quotient that does not fit.
class A<int n> { int x = !div(-9223372036854775808, n); }
def a : A<-1>;
