// `#` on lists concatenates, to the right.
def d {
  list<int> a = [1] # [2, 3];
  list<int> b = [1] # [2] # [3];
  list<int> c = a # b;
}
