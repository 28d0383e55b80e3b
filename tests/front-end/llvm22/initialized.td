// !initialized tells whether a value is set.
class A<int x, list<int> l> { bit a = !initialized(x); bit b = !initialized(l); }
def d : A<1, [1]>;
def e : A<?, ?>;
def f { bit b = !initialized(?); bit h = !initialized("s"); }
class U { int u; field bit a = !initialized(u); }
def g : U;
def h : U { let u = 3; }
