// The expression must have a type.
def a { int x = !foldl(0, [1], acc, e, ?); }
