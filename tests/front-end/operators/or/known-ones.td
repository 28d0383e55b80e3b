// All ones on the left end the disjunction; a plain one does not.
class A<int x, int y> { int v = !or(x, y); }
class B<int y> : A<-1, y>;
class C<int y> : A<1, y>;
def d : B<3>;
def e : C<2>;
