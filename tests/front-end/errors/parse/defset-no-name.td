// A set needs a name.
class A;
defset list<A> = { def a : A; }
