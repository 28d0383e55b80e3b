// The end of a range is a number.
def a { bits<4> x = 5; bits<2> b = x{0-"1"}; }
