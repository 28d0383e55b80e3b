// A string first.
def a { int x = !find(5, "a"); }
