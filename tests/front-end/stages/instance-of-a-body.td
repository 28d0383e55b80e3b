// The argument of an instance has a body that is never needed, but mentions a field without a value: as that is not free
// of variables, the instance stays one.
class Item<int n> {
  int size = n;
}

class Sum<list<int> numbers> {
  int unknown;
  bit none = false;
  field int sum = Item<!foldl(1, numbers, total, n, unknown)>.size;
  field int branch = Item<!foldl(1, numbers, total, n, !if(n, 5, unknown))>.size;
}

def user {
  field int sum = Sum<[]>.sum;
  field int branch = Sum<[1]>.branch;
}
