// A value of another type.
class A { int x = 1; }
def a : A { let x = "s"; }
