// The record sees the final values of the fields its bits come from.
class A {
  bits<2> hi;
  bits<2> lo;
  bits<4> whole = { hi, lo };
}
def d : A { let hi = 0b10; let lo = 0b01; }
def e : A { let lo = 0b11; }
