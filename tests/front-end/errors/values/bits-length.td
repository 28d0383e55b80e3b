// Bits of another length.
def a { bits<2> x = 0b101; }
