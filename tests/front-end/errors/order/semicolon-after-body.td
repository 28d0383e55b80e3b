// The reference goes on after this, and the record is made.
class A { int x = 1; assert !eq(x, 2), "x"; }
def a : A { int y = 2; };
def a : A;
