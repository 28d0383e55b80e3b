// A class whose instances need further instances without end.
class A<int n> { int v = A<!add(n, 1)>.v; }
def d : A<0>;
