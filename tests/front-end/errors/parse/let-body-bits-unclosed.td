// A bit list must be closed.
class A { bits<4> x; }
def a : A { let x{1 = 1; }
