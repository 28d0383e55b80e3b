// Partly known bits stay as they are in an int field only when resolved.
class A { bits<3> b = 0b101; int i = b; }
def d : A { let b = 0b110; }
