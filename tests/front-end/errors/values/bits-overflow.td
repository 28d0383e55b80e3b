// A number that does not fit.
def a { bits<2> x = 4; }
