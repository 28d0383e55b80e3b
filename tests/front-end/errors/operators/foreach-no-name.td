// A variable is needed.
def a { list<int> x = !foreach(1, [1], 2); }
