// Assertions that hold say nothing.
assert 1, "top";
assert !eq("a", "a"), "strings";
class A<int x> { assert !gt(x, 0), "x is " # x; int v = x; assert !lt(v, 100), "v"; }
def d : A<5> { assert !eq(v, 5), "in def"; }
def e { int n = A<7>.v; }
