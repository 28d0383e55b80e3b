// Binary logarithm, rounded down.
class A<int x> { int l = !logtwo(x); }
def one : A<1>;
def nine : A<9>;
def big : A<9223372036854775807>;
def bits_ { int l = !logtwo(0b1000); }
