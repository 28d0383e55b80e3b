// A condition that never becomes a number.
class A { int n; assert n, "unset"; }
def d : A;
