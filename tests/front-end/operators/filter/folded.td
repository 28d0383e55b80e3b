// Keeping the elements that satisfy a predicate.
class A<list<int> l, int y> {
  list<int> a = !filter(x, l, !gt(x, 2));
  list<int> b = !filter(x, [1, 2, 3], !ne(x, y));
}
def d : A<[1, 2, 3, 4], 2>;
class K<int n> { int v = n; }
def k1 : K<1>;
def k2 : K<2>;
def e { list<K> f = !filter(k, [k1, k2], !eq(k.v, 2)); }
