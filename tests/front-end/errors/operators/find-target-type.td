// Then another.
def a { int x = !find("abc", 1); }
