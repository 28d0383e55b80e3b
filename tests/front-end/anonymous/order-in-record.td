// Superclass arguments, then their fields, then the body.
class In<int n> { int v = n; }
class A<In i> { In a = In<10>; In b = i; }
class B<In i> { In c = In<20>; In e = i; }
def d : A<In<1>>, B<In<2>> { In f = In<3>; }
