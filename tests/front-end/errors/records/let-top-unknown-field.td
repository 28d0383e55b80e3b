// A field that is not there.
class A { int x = 1; }
let y = 1 in def a : A;
