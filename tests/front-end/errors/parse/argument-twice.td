// Two arguments of one name.
class A<int x, string x> { int v = x; }
