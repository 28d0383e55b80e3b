// Numbers have no elements.
def a { int x = 5; int y = x[0]; }
