// A field that stays open after instances were made for it: their numbers are given once, in the order of use.
class Item<int n> {
  int size = n;
}

class Open<int n> {
  int unknown;
  int own = !add(n, 1);
  int sum = !add(Item<own>.size, !add(Item<!add(own, 1)>.size, unknown));
  list<int> sums = !foreach(n, [own, 6], !add(Item<n>.size, unknown));
  int known = Item<!add(own, 1)>.size;
}

class Around<int n> {
  int known = !add(Open<n>.known, Item<!add(n, 5)>.size);
  string name = !cast<string>(n) # !cast<string>(Item<7>);
}

def user {
  int known = Around<1>.known;
  string name = Around<1>.name;
  list<int> again = !foreach(n, [6, 5], Item<n>.size);
}
