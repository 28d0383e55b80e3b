// Folds inside folds with different names.
class A<list<list<int>> ll> {
  int sum = !foldl(0, ll, a, l, !add(a, !foldl(0, l, c, x, !add(c, x))));
}
def d : A<[[1, 2], [3], []]>;
