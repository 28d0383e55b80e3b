// Records as multiclass arguments.
class K<int n> { int v = n; }
def k1 : K<1>;
multiclass M<K k, list<K> ks> { def a { int v = k.v; list<int> l = !foreach(x, ks, x.v); } }
defm p : M<k1, [k1, K<2>]>;
