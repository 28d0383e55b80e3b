// An instance whose arguments are known only later.
class K<int n> { int v = n; }
class A<int n> { K k = K<!add(n, 1)>; int w = K<n>.v; }
class B<int m> : A<!mul(m, 10)>;
def d : B<2>;
