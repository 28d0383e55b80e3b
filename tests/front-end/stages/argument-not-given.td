// What stands in for an argument that is not given is resolved where the argument is mentioned: here in a branch that
// will not be taken, while the condition still waits for a field.
class Item<int n> {
  int size = n;
}

class Chosen<int n, int size = Item<!add(n, 10)>.size> {
  bit none = !eq(n, 0);
  int chosen = !if(none, 0, size);
}

class Shared<int n, int each = !div(12, n)> {
  bit none = !eq(n, 0);
  int share = !if(none, 0, each);
}

def user {
  int none = Chosen<0>.chosen;
  int some = Chosen<1>.chosen;
  int given = Chosen<2, 5>.chosen;
  int share = Shared<3>.share;
}

def wrong {
  int share = Shared<0>.share;
}
