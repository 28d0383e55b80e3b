// A field of one superclass can be the argument of the next.
class A { int n = 4; }
class B<int m> { int twice = !mul(m, 2); }
def d : A, B<!add(1, 1)>;
class C : A { int k = n; }
def e : C { let n = 5; }
