// An index past the end stays as written.
class A<list<int> l, int i> { field int e = l[i]; }
def d : A<[1, 2], 5>;
def e : A<[1, 2], -1>;
