// Lists nest.
def d {
  list<list<int>> ll = [[1, 2], [], [3]];
  list<list<list<string>>> lll = [[["a"]], []];
  int at = ll[0][1];
}
