// MODE: print-detailed-records
// Which of several expressions gives an instance its place.
class S<int n> { int v = n; }
class A<int m> {
  S s = S<m>;
}
def a {
  S s = S<1>;
}
def b : A<1>;
def c : A<2>;
def d {
  S s = S<2>;
}
