// No negative bits.
def a { bits<4> x = 5; bit b = x{-1}; }
