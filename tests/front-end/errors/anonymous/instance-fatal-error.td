// A fatal error while an instance is made.
class S<int n> {
  int v = !div(10, n);
}
class B<int m> {
  int w = S<m>.v;
}
def d : B<0>;
