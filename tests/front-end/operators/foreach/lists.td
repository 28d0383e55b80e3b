// Mapping a list.
class A<list<int> l, int y> {
  list<int> a = !foreach(x, l, !add(x, 1));
  list<int> b = !foreach(x, [1, 2], !add(x, y));
  list<string> c = !foreach(x, l, "n" # x);
  list<list<int>> n = !foreach(x, l, !foreach(z, [1, 2], !mul(x, z)));
}
def d : A<[5, 6], 10>;
