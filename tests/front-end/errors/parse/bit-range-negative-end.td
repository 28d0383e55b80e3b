// No negative end.
def a { bits<4> x = 5; bits<2> b = x{1...-1}; }
