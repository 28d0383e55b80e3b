// MODE: dump-json
// Superclasses, instances and locations.
class A<int n> { int v = n; }
class B : A<1>;
class C;
class Nobody;
multiclass M { def x : B; def y : C, A<2>; }
defm p : M;
def d { A a = A<3>; }
def anon10 : C;
def anon9 : C;
