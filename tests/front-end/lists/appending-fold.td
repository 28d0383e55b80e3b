// A fold that appends to a long list, with and without conditions, and one that turns into something else.
class A<list<int> l> {
  list<int> own = !foldl(l, !range(70), acc, i, !listconcat(acc, [i]));
  list<int> odd = !foldl([]<int>, !range(80), acc, i, !if(!and(i, 1), acc # [i, -1], acc));
  list<int> each = !foldl([0], !listconcat(l, !range(70)), acc, i, !listconcat(acc, l, [i, !size(l)]));
  list<int> swapped = !foldl(l, !range(66), acc, i, !listconcat([i], acc));
}
def a : A<[7, 8]>;
def b : A<[]>;
class Item<int n> { int v = n; }
def c { list<Item> l = !foldl([]<Item>, !range(65), acc, i, acc # [Item<!div(i, 32)>]); }
def d { int unknown; field list<int> l = !foldl([1], !range(65), acc, i, acc # [!add(i, unknown)]); }
def e { list<int> doubled = !foldl([1], !range(66), acc, i, !if(!lt(!size(acc), 9), acc # acc, acc # [i])); }
