// Logical right shift does not.
class A<int x> { int a = !srl(x, 1); }
def d : A<-8>;
def e : A<9>;
def f { int one = !srl(-1, 63); }
