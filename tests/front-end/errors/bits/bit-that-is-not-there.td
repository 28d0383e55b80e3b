// Elsewhere it is taken for one that is set already.
class A { bits<4> v = 0; }
def a : A { let v{5} = 1; }
