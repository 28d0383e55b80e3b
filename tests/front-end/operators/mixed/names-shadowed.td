// The same loop variable name used twice, and in nested operators.
class A<list<int> l> {
  list<int> a = !foreach(x, !foreach(x, l, !add(x, 1)), !mul(x, 2));
  int b = !foldl(0, !filter(x, l, !gt(x, 1)), acc, x, !add(acc, x));
}
def d : A<[1, 2, 3]>;
