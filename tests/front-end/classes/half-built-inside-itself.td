// Inside its own body a class is what has been read of it so far.
class A { int x = 1; list<A> l = [A<>]; int y = 2; }
def d : A;
