// A field that is read in the body of an operator does not see what the operator binds, even if it is called the same.
class Above {
  list<int> all;
  int sum;
  list<int> numbers = [1, 2];
  int read = 0;
  let all = !foreach(n, numbers, !add(n, read));
  let sum = !foldl(0, numbers, total, n, !add(total, read, n));
}

class Below<int arg> : Above {
  int n = 50;
  int total = 7;
  let read = !add(n, total, arg);
}

def direct : Below<100>;

def user {
  list<int> all = Below<200>.all;
  int sum = Below<200>.sum;
}
