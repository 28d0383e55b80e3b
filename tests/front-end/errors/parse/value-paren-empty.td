// A dag needs an operator.
def a { dag g = (); }
