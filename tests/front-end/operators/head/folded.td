// First element and the rest.
class A<list<int> l> { int h = !head(l); list<int> t = !tail(l); int second = !head(!tail(l)); }
def d : A<[4, 5, 6]>;
def e { string s = !head(["x", "y"]); list<string> one = !tail(["x"]); }
