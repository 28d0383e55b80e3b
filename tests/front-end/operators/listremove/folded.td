// Removal of every equal element.
class A<list<int> x, int y> { list<int> a = !listremove(x, [1]); list<int> b = !listremove([1, 2, 3], [y]); }
def d : A<[1, 2, 1, 3], 2>;
class K;
def k : K;
def l : K;
def e { list<string> s = !listremove(["a", "b", "a"], ["a", "z"]); list<K> r = !listremove([k, l], [k]); }
