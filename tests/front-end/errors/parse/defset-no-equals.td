// A set needs an equals sign.
class A;
defset list<A> s { def a : A; }
