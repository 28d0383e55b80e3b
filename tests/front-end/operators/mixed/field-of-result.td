// Suffixes on operator results.
class K<int n> { int v = n; list<int> l = [n, !add(n, 1)]; }
def k : K<3>;
class A<string name, list<K> ks> {
  int a = !cast<K>(name).v;
  int b = !head(ks).l[1];
  int c = !foldl(0, !head(ks).l, x, y, !add(x, y));
}
def d : A<"k", [k]>;
