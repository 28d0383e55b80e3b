// Bitwise conjunction.
class A<int x, bit b> { int a = !and(x, 6); bit c = !and(b, 1); int many = !and(7, x, 14); }
def d : A<13, 1>;
def e { int m = !and(-1, 255); bits<4> bs = !and(0b1100, 0b1010); }
