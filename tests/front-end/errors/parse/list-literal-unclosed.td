// A list must be closed.
def a { list<int> l = [1, 2; }
