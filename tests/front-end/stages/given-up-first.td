// The field that stays open comes before those that it reads: what was found for it on the way
// is made for it all the same, before what the fields between them make.
class Item<int n> {
  int size = n;
}

class Open<int n> {
  field int sum;
  int own = !add(n, 2);
  int other = Item<!add(own, 60)>.size;
  int size = Item<own>.size;
  int unknown;
  let sum = !add(size, unknown);
}

def user {
  int size = Open<3>.size;
}

class Derived<int n> : Open<n>;

def direct : Derived<30> {
  let unknown = 4;
}

def open : Derived<40>;
