// Number forms.
def d {
  list<int> l = [0, 007, -5, +5, 0x10, 0xfF, 0b101, -0, 9223372036854775807, -9223372036854775808, 0xffffffffffffffff, 18446744073709551615];
}
