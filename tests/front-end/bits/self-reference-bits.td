// Bits of earlier fields stay symbolic in the class.
class A {
  bits<2> hi = 0;
  bits<2> lo = 0b01;
  bits<4> whole = { hi, lo };
}
def d : A { let lo = 0b10; }
