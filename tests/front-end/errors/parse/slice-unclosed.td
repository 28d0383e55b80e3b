// A slice must be closed.
def a { list<int> l = [1, 2]; int x = l[0; }
