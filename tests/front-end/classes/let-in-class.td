// `let` in a class is overridden by `let` further down.
class A { int x = 1; string s = "a"; }
class B : A { let x = 2; }
class C : B { let s = "c"; }
def d : C { let x = 3; }
