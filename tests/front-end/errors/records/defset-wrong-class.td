// Records of a set have its class.
class A;
defset list<A> s = { def a : A; def b; }
