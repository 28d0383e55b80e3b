// A range in angle brackets must be closed.
class A { bits<4> x; }
let x<1 = 1 in def a : A;
