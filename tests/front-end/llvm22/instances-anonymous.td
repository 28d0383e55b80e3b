// Anonymous records are instances too, in numeric order.
class A<int n> { int v = n; }
foreach i = !range(12) in def : A<i>;
def d { list<int> v = !foreach(a, !instances<A>(), a.v); }
