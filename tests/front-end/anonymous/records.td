// Unnamed records are numbered in order.
class A<int n> { int v = n; }
def : A<1>;
def : A<2>;
def { int x = 3; }
def named : A<4>;
