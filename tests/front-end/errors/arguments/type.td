// An argument of another type.
class A<int x, string s> { int v = x; string w = s; }
def a : A<1, 2>;
