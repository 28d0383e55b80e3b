// A class may be inherited along two paths.
class Root<int n = 1> { int v = n; }
class L : Root<2>;
class R : Root<3> { int r = v; }
class Both : L, R;
def d : L, R;
def e : Both { let v = 9; }
