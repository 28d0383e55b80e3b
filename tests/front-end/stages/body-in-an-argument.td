// An argument of an instance has a body that is looked at for no element. If it mentions a field without a value, the
// instance stays one; if all that it mentions is known, or bound around it, it becomes a record.
class Item<int n> {
  int size = n;
}

class Sums {
  list<int> none = [];
  list<int> some = [2, 3];
  int known = 7;
  int unknown;
  int of_known = Item<!foldl(1, none, total, n, !add(total, known))>.size;
  field int of_unknown = Item<!foldl(1, none, total, n, !add(total, unknown))>.size;
  int of_bound = Item<!foldl(1, some, total, n, !add(total, n))>.size;
  field list<int> of_each = !foreach(s, some, Item<!size(!foreach(n, none, !add(n, s)))>.size);
  field list<int> of_each_unknown = !foreach(s, some, Item<!size(!foreach(n, none, !add(s, unknown)))>.size);
}

def sums : Sums;

def user {
  Sums made = Sums<>;
  int of_known = Sums<>.of_known;
  field int of_unknown = Sums<>.of_unknown;
  field list<int> of_each_unknown = Sums<>.of_each_unknown;
}
