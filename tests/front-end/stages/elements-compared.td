// With the arguments in place the lists are compared, while the elements of one still wait for a field: nothing is
// found to be removed.
class Rest<list<int> numbers, list<int> without> {
  int own = 1;
  list<int> of_field = !listremove(!listconcat([own, 2], numbers), without);
  list<int> of_each = !listremove(!foreach(n, numbers, own), without);
  list<int> of_args = !listremove(numbers, without);
}

def user {
  list<int> of_field = Rest<[3, 4], [1, 2, 3]>.of_field;
  list<int> of_each = Rest<[3, 4], [1, 2, 3]>.of_each;
  list<int> of_args = Rest<[3, 4], [1, 2, 3]>.of_args;
}
