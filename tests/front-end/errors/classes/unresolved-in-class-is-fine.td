// Only records are checked; an instance is not.
class A<list<int> l> { int x = l[3]; }
class B { int y = A<[1]>.x; }
def b : B;
