// Uses in defaults, superclasses, assertions, variables and loops count.
class B<int n> { int v = n; }
class A<int a, int b = a, int c = 0, int e = 0, int f = 0, int g = 0> : B<b> {
  assert !eq(c, 0), "c";
  defvar unused = e;
  dump "g" # g;
  list<int> l = !foreach(x, [1], f);
}
