// The name of a set must be new.
class A;
def s : A;
defset list<A> s = { def a : A; }
