// Passed arguments are separated by commas.
class A<int x, int y> { int v = x; int w = y; }
def a : A<1 2>;
