// The variables must be new among the fields.
def a { int e = 1; int x = !foldl(0, [1], acc, e, acc); }
