// After the dot a field.
def a { int x = 1; int y = x.5; }
