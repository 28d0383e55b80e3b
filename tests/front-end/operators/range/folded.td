// One, two or three numbers, or a list.
class A<int n, list<string> l> {
  list<int> a = !range(n);
  list<int> b = !range(1, n);
  list<int> c = !range(0, 10, n);
  list<int> e = !range(l);
}
def d : A<4, ["x", "y", "z"]>;
def e {
  list<int> none = !range(3, 3);
  list<int> down = !range(5, 0, -2);
  list<int> wrong_way = !range(5, 0);
  list<int> neg = !range(-2, 2);
}
