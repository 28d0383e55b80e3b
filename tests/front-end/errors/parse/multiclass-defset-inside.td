// A set in a block in a multiclass.
class A;
multiclass M { let x = 1 in { defset list<A> s = { def a : A; } } }
