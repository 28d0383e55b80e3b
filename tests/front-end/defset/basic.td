// The records of a block, in order.
class K<int n> { int v = n; }
defset list<K> all = {
  def b : K<2>;
  def a : K<1>;
}
def d { list<K> l = all; list<int> v = !foreach(k, all, k.v); }
