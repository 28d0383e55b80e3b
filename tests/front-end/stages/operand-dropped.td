// With the arguments in place an operator may have its result, while one of its operands still waits for a field. The
// class instance in that operand is then never made.
class Item<int n> {
  int size = n;
  list<int> sizes = [n];
}

class Choice<bit first, list<int> numbers> {
  int own = 7;
  list<int> chosen = !cond(first: [1], true: Item<own>.sizes);
}

class Count<bit first, list<int> numbers> {
  int own = 17;
  int count = !size(!listconcat([Item<own>.size], numbers));
}

class Last<bit first, list<int> numbers> {
  int own = 27;
  int last = !foldl(0, numbers, sum, n, Item<!add(own, n)>.size);
}

class Start<bit first, list<int> numbers> {
  int own = 37;
  int last = !foldl(Item<own>.size, numbers, sum, n, n);
}

class Copies<int count> {
  int own = 47;
  list<int> copies = !listsplat(Item<own>.size, count);
}

class Element<int at> {
  int own = 57;
  int element = !head(!tail(!listconcat([Item<own>.size], [at])));
}

def user {
  list<int> chosen = Choice<true, [2, 3]>.chosen;
  int count = Count<true, [2, 3]>.count;
  int last = Last<true, [2, 3]>.last;
  int start = Start<true, [2, 3]>.last;
  list<int> copies = Copies<0>.copies;
  int element = Element<4>.element;
}
