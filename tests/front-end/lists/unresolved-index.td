// Indexing with arguments stays symbolic in the class.
class A<list<int> l, int i, int j> {
  int e = l[i];
  list<int> s = l[i...j];
  list<int> t = l[i, j];
  list<int> u = l[i,];
}
def d : A<[5, 6, 7, 8], 1, 3>;
