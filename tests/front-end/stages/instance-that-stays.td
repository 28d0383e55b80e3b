// An argument that loses its last variable while it is folded: the instance was not free of variables, and later
// nothing in it changes any more, so it is never made.
class Inner<bit b> {
  int size = !if(b, 1, 2);
}

class Outer<list<int> numbers> {
  int own = Inner<0>.size;
  int size = Inner<!empty(!foreach(n, numbers, own))>.size;
}

def user {
  int own = Outer<[1, 2]>.own;
}
