// The field that stays open comes before those that it reads: what was found for it is found again for them.
class Item<int n> {
  int size = n;
}

class Open<int n> {
  int sum;
  int own = !add(n, 2);
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
