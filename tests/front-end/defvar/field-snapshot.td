// A variable set from a field is a reference to the field.
class A { int x = 1; defvar v = x; int y = v; }
def d : A { let x = 5; }
