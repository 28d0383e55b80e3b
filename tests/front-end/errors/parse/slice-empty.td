// A slice cannot be empty.
def a { list<int> l = [1, 2]; int x = l[]; }
