// Bits of a number cannot be set.
class A { int x = 1; }
def a : A { let x{0} = 1; }
