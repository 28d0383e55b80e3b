// Conversions the reader inserts are printed as casts.
class A<int i, bit b, bits<1> o> {
  bit eq = !eq(i, 1);
  int from_bit = b;
  bits<4> low = i;
  bits<1> one = b;
  bit two = o;
  string s = "n" # i;
}
def d : A<1, 1, 1>;
