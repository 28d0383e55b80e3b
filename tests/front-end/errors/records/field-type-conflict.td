// A field declared again with another type.
class A { int x = 1; }
def a : A { string x = "s"; }
