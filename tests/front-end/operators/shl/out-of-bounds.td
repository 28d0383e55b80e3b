// Shifts by more than the width.
class A<int n> { int a = !shl(1, n); int b = !sra(-8, n); int c = !srl(-8, n); }
def d : A<65>;
def e : A<-1>;
