// A type of two thousand million bits.
def d { bits<2147483647> b; }
