// One argument too many in an instance.
class A<int x> { int v = x; }
def a { int y = A<1, 2>.v; }
