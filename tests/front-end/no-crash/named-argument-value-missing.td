// A named argument whose value cannot be read.
class A<int x> { int v = x; }
def d : A<x=nothing>;
