// The result is a list.
def a { int x = !foreach(i, [1], i); }
