// Template arguments are printed with their types and defaults.
class A<int i, string s = "dflt", list<int> l = [1, 2], bits<2> b = 0b10, bit f = 1> {
  int v = i;
  string w = s;
  list<int> x = l;
  bits<2> y = b;
  bit z = f;
}
