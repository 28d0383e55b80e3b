// bits<0> exists.
def d {
  bits<0> nothing;
  bits<0> empty = {};
  bits<2> two = { empty, 0b10 };
}
