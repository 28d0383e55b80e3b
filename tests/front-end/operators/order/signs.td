// Integers compare signed; bits as unsigned numbers.
def d {
  bit a = !lt(-1, 0);
  bit b = !gt(0b1111, 7);
  bit c = !lt("B", "a");
  bit e = !lt("", "a");
}
