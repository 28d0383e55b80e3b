// The start must have a type.
def a { int x = !foldl(?, [1], acc, e, acc); }
