// The body of an operator that binds a name is resolved before there is an element, even if there never is one.
class Item<int n> {
  int size = n;
}

class Sum<list<int> numbers, int unit> {
  list<int> used = !filter(n, numbers, !gt(n, 100));
  list<int> sizes = !foreach(n, used, !mul(n, Item<unit>.size));
  list<int> each = !foreach(n, numbers, Item<n>.size);
  int total = !foldl(0, numbers, sum, n, !add(sum, Item<!add(n, sum)>.size));
}

def none {
  list<int> sizes = Sum<[], 5>.sizes;
}

def some {
  list<int> each = Sum<[3, 4], 6>.each;
  int total = Sum<[3, 4], 6>.total;
}
