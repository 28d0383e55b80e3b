// A bit range consists of numbers.
def a { bits<4> x = 5; bit b = x{"0"}; }
