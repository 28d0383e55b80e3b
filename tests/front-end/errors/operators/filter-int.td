// A list is needed.
def a { list<int> x = !filter(i, 1, 1); }
