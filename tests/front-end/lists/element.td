// One index gives an element.
def d {
  list<int> l = [10, 20, 30];
  int first = l[0];
  int last = l[2];
}
defvar direct = [7, 8, 9][1];
def e { int v = direct; }
