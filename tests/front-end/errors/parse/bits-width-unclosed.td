// The width must be closed.
def a { bits<4 x; }
