// Repetition.
class A<int x, int n> { list<int> a = !listsplat(x, n); list<int> b = !listsplat(x, 2); list<int> c = !listsplat(1, n); }
def d : A<7, 3>;
def e { list<string> s = !listsplat("a", 2); list<int> none = !listsplat(1, 0); list<list<int>> ll = !listsplat([1], 2); }
