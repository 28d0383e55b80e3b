// The left operand decides as soon as the value is resolved, for whatever reason.
class A<list<int> seq = [], bit b = 0> {
  bit u = b;
  list<int> n = !if(!and(false, u), !listconcat(seq, [7]), seq);
  list<int> m = !if(!or(-1, u), seq, !listconcat(seq, [8]));
  int k = !and(0, u);
  int both = !and(u, 0);
}
def a : A<>;
class B<bit c, int i = !and(0b00, c)> { int j = i; bit d = c; int e = !and(0, d); }
def b : B<1>;
class C : B<0>;
def c0 : C;
