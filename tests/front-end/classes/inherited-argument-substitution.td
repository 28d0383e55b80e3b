// Arguments of superclasses may be expressions of one's own.
class A<int x, int y> { int s = !add(x, y); }
class B<int p> : A<p, !mul(p, 2)> { int t = !add(s, p); }
class C<int q = 3> : B<!add(q, 1)>;
def d : C;
def e : C<10>;
