// The result is a list.
def a { int x = !listsplat(1, 2); }
