// A bit is set once.
class A { bits<4> x; }
def a : A { let x{1, 1} = 0b11; }
