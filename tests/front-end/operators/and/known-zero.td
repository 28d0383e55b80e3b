// A known zero on the left ends the conjunction.
class A<int x, int y> {
  int left = !and(x, y);
  int right = !and(y, x);
}
class B<int y> : A<0, y> { int n = left; }
class C<int y> : A<y, 0> { int n = left; }
def d : B<3>;
