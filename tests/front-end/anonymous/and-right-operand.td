// Whether the right operand of !and makes its instances.
class S<int n> { int v = n; }
class A<int x> { int a = !and(x, S<!add(x, 10)>.v); int b = !or(!sub(x, 1), S<!add(x, 20)>.v); int c = S<!add(x, 30)>.v; }
def d : A<0>;
def e : A<1>;
