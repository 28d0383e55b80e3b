// It must be closed.
def a { list<int> x = !foreach(i, [1], i; }
