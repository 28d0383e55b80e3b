// `<>` is an empty argument list.
class A<int x = 1> { int v = x; }
class B { int n = 0; }
def d : A<>;
def e : B<>;
def f { A a = A<>; B b = B<>; }
