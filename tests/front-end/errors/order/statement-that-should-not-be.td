// The body of `c` goes wrong at the second `def`, which is read as one of its own.
class A { int x = 1; string s = "one"; }
let x = 2, s = "two" in { def c : A { def x { int v = 1; } } }
