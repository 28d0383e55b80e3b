// The bits are read before it shows that nothing is assigned.
class A { bits<2> b = 0b11; }
def d : A { let b{ !mul(-3, 4) }{0} = 0; }
