// Two fields that read each other: what one sees of the other is what it was when the circle was noticed.
class Circle {
  list<int> first = []<int>;
  list<int> second = !listconcat([0, 1], first);
  let first = !listsplat(!foldl(0, second, sum, n, 4), 1);
}

def user {
  list<int> first = Circle<>.first;
}
