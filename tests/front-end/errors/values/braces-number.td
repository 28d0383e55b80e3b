// Each bit is 0 or 1.
def a { bits<2> b = { 1, 2 }; }
