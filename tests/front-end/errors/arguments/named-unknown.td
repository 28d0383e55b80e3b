// An argument of that name does not exist.
class A<int x> { int v = x; }
def a : A<y=1>;
