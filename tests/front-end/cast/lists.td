// Casts of whole lists.
class K;
def k : K;
class A<list<bit> bs> { list<int> l = !cast<list<int>>(bs); }
def d : A<[1, 0, 1]>;
