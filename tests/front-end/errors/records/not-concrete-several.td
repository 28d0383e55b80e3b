// Every unresolved field is reported.
class A<list<int> l> { int x = l[3]; int y = l[4]; }
def a : A<[1]>;
def b : A<[1, 2, 3, 4]>;
