// CRASHES: 22
// A class sees its own template arguments among its superclasses.
class D<int n> : D<1> { int v = n; }
class E<int n, string s = "s"> : E<2, "t">;
