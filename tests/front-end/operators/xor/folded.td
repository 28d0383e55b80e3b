// Exclusive or.
class A<int x> { int a = !xor(x, 6); int b = !xor(x, x); int many = !xor(1, x, 1); }
def d : A<5>;
def e { bits<4> bs = !xor(0b1100, 0b1010); }
