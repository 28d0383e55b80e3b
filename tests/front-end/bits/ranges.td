// Bit ranges may run up, down, list single bits, and repeat them.
def d {
  bits<8> v = 0b11010010;
  bits<4> high = v{7...4};
  bits<4> up = v{4...7};
  bits<4> dash = v{3-0};
  bits<3> some = v{7, 5, 0};
  bits<4> mixed = v{7-6, 1...0};
  bits<2> twice = v{1, 1};
  bit one = v{6};
}
