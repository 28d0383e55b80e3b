// A default cannot use a later argument.
class A<int x = y, int y = 1> { int v = x; int w = y; }
