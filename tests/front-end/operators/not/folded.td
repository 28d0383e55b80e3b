// Logical negation.
class A<int x, bit b> { bit a = !not(x); bit c = !not(b); int i = !not(x); bit twice = !not(!not(x)); }
def d : A<5, 0>;
def e : A<0, 1>;
