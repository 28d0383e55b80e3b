// !listflatten removes one level of nesting.
class A<list<list<int>> l> { list<int> f = !listflatten(l); list<int> g = !listflatten([[1], l[0]]); }
def d : A<[[1, 2], [], [3]]>;
def e { list<string> s = !listflatten([["a"], ["b"]]); list<int> same = !listflatten([1, 2]); list<list<int>> three = !listflatten([[[1], [2]], [[3]]]); }
