// Nested sets both collect.
class K;
defset list<K> outer = {
  def a : K;
  defset list<K> inner = { def b : K; def c : K; }
  def e : K;
}
def d { list<K> o = outer; list<K> i = inner; }
