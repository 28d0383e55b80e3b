// Quotients round towards zero.
class A<int x> { int a = !div(x, 3); }
def d : A<7>;
def e : A<-7>;
def f { int one = !div(5, 5); int zero = !div(1, 2); int low = !div(-9223372036854775808, 2); }
