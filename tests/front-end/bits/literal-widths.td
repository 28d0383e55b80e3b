// Binary literals carry their width; leading zeros count.
def d {
  bits<4> a = 0b0011;
  bits<8> hex = 0x1f;
  bits<2> exact = 0b10;
  int i = 0b000011;
}
