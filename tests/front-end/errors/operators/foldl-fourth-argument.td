// Two variables are needed.
def a { int x = !foldl(0, [1], acc, 5, 1); }
