// A use that means something else does not count.
class A<int x> { defvar x = 5; int v = x; }
class B<int y> { list<int> l = !foreach(y, [1, 2], y); }
class C<int n> { int v = !add(1, 2); }
class D<int n> : C<n=3>;
