// Arithmetic right shift keeps the sign.
class A<int x> { int a = !sra(x, 1); }
def d : A<-8>;
def e : A<9>;
def f { int all = !sra(-1, 63); }
