// A record whose body is wrong is not finished.
class A { int n = 1; assert !gt(n, 1), "n"; }
def d : A { let !cast<string>(NAME) = ; }
