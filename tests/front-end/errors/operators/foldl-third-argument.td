// Two variables are needed.
def a { int x = !foldl(0, [1], 5, e, 1); }
