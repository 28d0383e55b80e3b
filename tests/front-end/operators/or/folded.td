// Bitwise disjunction.
class A<int x, bit b> { int a = !or(x, 6); bit c = !or(b, 0); int many = !or(1, x, 16); }
def d : A<8, 1>;
def e { bits<4> bs = !or(0b1100, 0b0010); int all = !or(-1, 5); }
