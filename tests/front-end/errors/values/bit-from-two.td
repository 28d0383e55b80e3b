// A bit is 0 or 1.
def a { bit x = 2; }
