// While a condition waits for a field, what its branches hold is already made: here two anonymous records.
class Item<int n> {
  int size = n;
}

class Choice<int n> {
  bit first = !gt(n, 2);
  int chosen = !if(first, Item<n>.size, Item<!add(n, 1)>.size);
}

def one {
  int chosen = Choice<1>.chosen;
  int after = Item<9>.size;
}

def three {
  int chosen = Choice<3>.chosen;
}
