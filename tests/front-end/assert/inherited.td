// Inherited assertions see the final values.
class A { int n = 1; assert !gt(n, 0), "n must be positive"; }
class B : A { let n = -1; }
def d : B { let n = 2; }
def e : B;
