// Two records may share several classes; the result converts to each of them.
class A { int a = 1; }
class B { int b = 2; }
class C<list<A> la, list<B> lb>;
def x : A, B;
def y : A, B;
def z : A, B, C<[x, y], [x, y]>;
defvar pair = [x, y];
def d {
  int a = pair[0].a;
  int b = pair[1].b;
}
