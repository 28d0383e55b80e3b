// A field of the superclass hides nothing of the same-named argument above it.
class A<int x> { int y = x; }
class B<int y> : A<y> { int z = y; }
def d : B<5>;
