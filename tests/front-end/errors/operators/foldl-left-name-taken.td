// The variables must be new among the fields.
def a { int acc = 1; int x = !foldl(0, [1], acc, e, acc); }
