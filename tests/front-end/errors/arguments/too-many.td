// One argument too many.
class A<int x> { int v = x; }
def a : A<1, 2>;
