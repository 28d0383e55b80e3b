// A record made between declaration and definition has no fields.
class A;
def early : A;
class A { int n = 1; }
def late : A;
def test { bit e = !isa<A>(early); }
