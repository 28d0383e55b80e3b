// Arguments nobody reads.
class A<int used, int unused, string s = "d"> { int v = used; }
multiclass M<int u, int w = 1> { def x { int v = u; } }
def d : A<1, 2>;
defm p : M<1>;
