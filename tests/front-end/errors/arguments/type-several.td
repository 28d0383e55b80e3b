// Several arguments of other types.
class A<string s, int n, bit b> { string w = s; int m = n; bit c = b; }
def a : A<1, "x", 2>;
