// A field cannot be set to itself.
class A { int x = 1; }
def a : A { let x = x; }
