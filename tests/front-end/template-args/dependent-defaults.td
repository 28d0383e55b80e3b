// Defaults may use earlier arguments.
class A<int a, int b = !add(a, 1), int c = !mul(b, 2)> { list<int> l = [a, b, c]; }
def d : A<1>;
def e : A<1, 10>;
def f : A<1, c=5>;
def inst { list<int> l = A<3>.l; }
