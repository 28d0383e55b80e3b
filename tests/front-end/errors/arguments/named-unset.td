// A named argument has a value.
class A<int x> { int v = x; }
def a : A<x=?>;
