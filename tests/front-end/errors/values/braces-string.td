// Bits are bits.
def a { bits<2> b = { 1, "a" }; }
