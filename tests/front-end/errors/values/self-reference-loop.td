// A field that depends on itself.
class A { int x = 1; }
def a : A { let x = !add(x, 1); }
