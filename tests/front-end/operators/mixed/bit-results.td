// Comparison results in integer, bit and bits fields.
class A<int x> {
  bit b = !eq(x, 1);
  int i = !eq(x, 1);
  bits<1> one = !eq(x, 1);
  bit n = !not(!eq(x, 1));
  bit logic = !and(!eq(x, 1), !ne(x, 2));
  string s = !if(!or(!eq(x, 1), !eq(x, 2)), "low", "high");
}
def d : A<1>;
