class A { int y = 1; }
let x = 1 in def a : A def b;
