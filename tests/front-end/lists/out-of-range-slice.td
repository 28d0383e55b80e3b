// Slice indices past the end give unset elements.
class A<list<int> l> { field list<int> s = l[1, 5]; }
def d : A<[1, 2, 3]>;
