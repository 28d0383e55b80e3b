// The list is a field that turns out to be empty; its body, which mentions another field, has made an instance by then.
class Item<int n> {
  int size = n;
}

class Sizes {
  list<int> numbers = [];
  int own = 5;
  list<int> sizes = !foreach(n, numbers, Item<own>.size);
  list<int> each = !foreach(n, numbers, Item<!add(n, own)>.size);
  int quotient = !foldl(7, numbers, sum, n, Item<!add(own, 1)>.size);
}

def empty : Sizes {
  let numbers = !listconcat([]<int>, []<int>);
}

def some : Sizes {
  let own = 8;
  let numbers = !listconcat([1], [2]);
}
