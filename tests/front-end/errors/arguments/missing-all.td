// No arguments at all.
class A<int x> { int v = x; }
def a : A;
