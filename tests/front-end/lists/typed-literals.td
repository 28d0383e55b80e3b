// A list literal may name its element type.
class K;
def k : K;
def d {
  list<int> none = []<int>;
  list<string> s = ["a"]<string>;
  list<K> ks = [k]<K>;
  int n = !size([]<K>);
}
