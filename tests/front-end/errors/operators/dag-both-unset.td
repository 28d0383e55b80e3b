// Something is needed.
def op;
def a { dag x = !dag(op, ?, ?); }
