// A value of another type.
class A { int x = 1; }
let x = "s" in def a : A;
