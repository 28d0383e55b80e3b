// Bits become an integer when all of them are known.
def d {
  bits<4> src = 0b1010;
  int whole = src;
  int literal = 0b111;
  bit one = 1;
  int from_bit = one;
}
