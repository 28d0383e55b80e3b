// The result is a string.
def a { int x = !substr("abc", 1); }
