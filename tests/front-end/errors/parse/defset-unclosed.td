// A set must be closed.
class A;
defset list<A> s = { def a : A;
