// Ranges, several indices and a trailing comma give lists.
def d {
  list<int> l = [10, 20, 30, 40, 50];
  list<int> up = l[1...3];
  list<int> down = l[3...1];
  list<int> dash = l[0-2];
  list<int> some = l[4, 0, 0];
  list<int> single = l[2,];
  list<int> mixed = l[0, 2...4];
}
