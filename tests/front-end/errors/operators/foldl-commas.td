// The commas of !foldl.
def a { int x = !foldl(0 [1], acc, e, acc); }
