// A class named first may be brought again by a later parent.
class Root { int v = 1; }
class L : Root { let v = 2; }
def a : Root, L;
class Both : Root, L;
def b : Both;
def c { bit isa = !isa<Root>(a); list<Root> l = [a, b]; }
