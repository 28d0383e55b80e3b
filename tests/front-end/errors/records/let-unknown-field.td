// A field that is not there.
class A { int x = 1; }
def a : A { let y = 1; }
