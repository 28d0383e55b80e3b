// It must be closed.
def a { list<int> x = !range(5; }
