// As many bits as places.
class A { bits<4> x; }
def a : A { let x{1-0} = 0b111; }
