// Bits must be closed.
def a { bits<2> b = { 1, 0; }
