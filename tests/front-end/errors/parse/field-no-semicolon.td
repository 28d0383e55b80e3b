// A declaration must end.
def a { int x = 1 }
