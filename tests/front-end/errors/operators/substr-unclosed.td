// It must be closed.
def a { string x = !substr("abc", 1, 2, 3); }
