// Braces join bits from the most significant down.
def d {
  bits<2> hi = 0b10;
  bits<3> lo = 0b011;
  bits<5> both = { hi, lo };
  bits<6> more = { 1, hi, lo };
  bits<4> lits = { 0b01, 0b10 };
  bits<2> swapped = { lo{0}, hi{1} };
}
