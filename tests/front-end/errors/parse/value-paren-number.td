// A number is no operator.
def a { dag g = (1 2); }
