// Left folds.
class A<list<int> l, int s> {
  int sum = !foldl(s, l, a, b, !add(a, b));
  int known = !foldl(0, [1, 2, 3], a, b, !add(a, b));
  string str = !foldl("", l, a, b, a # "," # b);
}
def d : A<[1, 2, 3], 10>;
