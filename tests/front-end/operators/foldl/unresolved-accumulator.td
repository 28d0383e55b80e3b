// The accumulator is substituted while a condition is still unknown.
class A<list<int> l, int t> {
  int n = !foldl(0, l, acc, x, !if(!eq(x, t), !add(acc, 1), acc));
}
class B<int t> : A<[1, 2, 1], t>;
def d : B<1>;
