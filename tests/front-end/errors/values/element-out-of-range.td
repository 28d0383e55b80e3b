// An element beyond the end stays unresolved.
class A<list<int> l> { int x = l[3]; }
def a : A<[1]>;
