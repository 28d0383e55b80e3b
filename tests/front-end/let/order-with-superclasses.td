// After the superclasses, before the body.
class A { int x = 1; int y = x; }
class B { int x = 2; }
let x = 10 in def a : A, B;
let x = 10 in def b : A, B { let x = 11; }
