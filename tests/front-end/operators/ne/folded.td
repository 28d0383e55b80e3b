// Inequality.
class K;
def k : K;
def l : K;
class A<int x, string s, K r> { bit a = !ne(x, 1); bit b = !ne(s, "q"); bit c = !ne(r, k); }
def d : A<1, "z", l>;
