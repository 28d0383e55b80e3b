// Left shift.
class A<int x> { int a = !shl(x, 3); int b = !shl(1, x); }
def d : A<5>;
def e { int top = !shl(1, 63); bits<8> bs = !shl(0b11, 2); int out = !shl(3, 63); }
