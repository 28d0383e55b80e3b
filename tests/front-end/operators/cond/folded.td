// The first true case counts; the last may be `true`.
class A<int x> {
  string s = !cond(!lt(x, 0): "neg", !eq(x, 0): "zero", true: "pos");
}
def n : A<-1>;
def z : A<0>;
def p : A<1>;
