// The block of a let must be closed.
class A { int x; }
let x = 1 in {
def a : A;
