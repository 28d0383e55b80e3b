// The element type comes from the expression.
class K<int n> { int v = n; }
defvar ks = !foreach(i, [1, 2], K<i>);
def d { list<K> l = ks; list<int> ns = !foreach(k, ks, k.v); list<string> names = !foreach(k, ks, !cast<string>(k)); }
