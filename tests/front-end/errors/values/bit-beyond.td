// A bit beyond the end.
def a { bits<4> v = 5; bit b = v{4}; }
