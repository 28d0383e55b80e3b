// Differences take exactly two operands.
class A<int x> { int a = !sub(x, 3); int b = !sub(3, x); int same = !sub(x, x); }
def d : A<10>;
def e { int wraps = !sub(-9223372036854775808, 1); int b = !sub(0b100, 0b001); }
