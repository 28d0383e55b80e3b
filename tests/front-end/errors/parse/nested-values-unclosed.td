// The place of an error deep inside.
def a { list<list<int>> l = [[1, 2], [3, !add(4, 5]]; }
