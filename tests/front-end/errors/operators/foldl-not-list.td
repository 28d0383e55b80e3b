// A list is needed.
def a { int x = !foldl(0, 5, acc, e, acc); }
