// The expression has the type of the start.
def a { int x = !foldl(0, ["a"], acc, e, e); }
