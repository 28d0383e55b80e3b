// Two superclasses with the same field: the later one wins, even if unset.
class A { int x = 1; }
class B { int x; }
class C { int x = 7; }
def ab : A, B;
def ac : A, C;
def ca : C, A;
