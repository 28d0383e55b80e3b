// A bit range must be closed.
def a { int x = 5; bits<2> b = x{1-0; }
