// Operators inside operators, resolved in steps by inheritance.
class A<int x, int y> { int v = !add(!mul(x, 2), !if(!gt(y, 1), !shl(y, x), !sub(y, x))); }
class B<int x> : A<x, 4> { int w = !add(v, x); }
class C : B<3> { int z = !mul(w, w); }
def d : C;
