// Sums of integers, bits and bit, of any number of operands.
def d {
  int two = !add(1, 2);
  int four = !add(1, 2, 3, 4);
  int bits_ = !add(0b11, 1);
  int neg = !add(-5, 3);
  int wraps = !add(9223372036854775807, 1);
  bits<8> to_bits = !add(0x0f, 0x10);
}
