// !instances lists the records of a class.
class A<int n> { int v = n; }
class B : A<0>;
def x2 : A<2>;
def x10 : A<10>;
def y : B;
defvar all = !instances<A>();
def d { list<A> l = all; list<A> m = !instances<A>("x.*"); list<B> b = !instances<B>(); int n = !size(!instances<A>()); }
def later : B;
class C<string r> { list<A> l = !instances<A>(r); }
def e : C<"^y$">;
