// Lists of records print the names.
class K<int n> { int v = n; }
def a : K<1>;
def b : K<2>;
def d {
  list<K> l = [a, b, K<3>];
  int sum = !add(l[0].v, l[1].v);
}
