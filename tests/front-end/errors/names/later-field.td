// A field cannot be named before it is declared.
class A {
  bits<4> whole = { hi, lo };
  bits<2> hi = 0;
  bits<2> lo = 0;
}
