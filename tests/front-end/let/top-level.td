// Blocks, lists and single statements.
class A { int x = 0; string s = ""; }
let x = 1 in def a : A;
let x = 2, s = "two" in { def b : A; def c : A { let x = 20; } }
let x = 3 in let s = "three" in def e : A;
def f : A;
