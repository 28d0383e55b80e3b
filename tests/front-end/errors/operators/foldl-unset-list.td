// The list must have a type.
def a { int x = !foldl(0, ?, acc, e, acc); }
