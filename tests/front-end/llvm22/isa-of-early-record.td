// CRASHES: 19
// MODE: null-backend
// A record is of the classes that its class gained later.
class A;
def early : A;
class B { int n = 1; }
class A : B;
assert !isa<B>(early), "not of class B";
