// `?` is no list.
def a { list<int> x = !foreach(i, ?, i); }
