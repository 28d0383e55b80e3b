// Two arguments of one name and type.
class A<int x, int x> { int v = x; }
