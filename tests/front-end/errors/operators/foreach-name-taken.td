// The variable must be new among the fields.
def a { int x = 1; list<int> l = !foreach(x, [1], x); }
