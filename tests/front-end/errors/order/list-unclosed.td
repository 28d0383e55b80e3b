// Elements are compared when the list is closed.
def a { list<int> x = [1, "a"; int y = 1; }
