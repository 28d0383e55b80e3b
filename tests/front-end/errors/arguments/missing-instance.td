// An argument is missing in an instance.
class A<int x> { int v = x; }
def a { int y = A<>.v; }
