// The width is a number.
def a { bits<n> x; }
