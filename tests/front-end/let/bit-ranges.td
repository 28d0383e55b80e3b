// Ranges in angle brackets.
class A { bits<8> v = 0; }
let v<7-4> = 0b1010 in def a : A;
let v<0> = 1 in let v<3...2> = 0b11 in def b : A;
