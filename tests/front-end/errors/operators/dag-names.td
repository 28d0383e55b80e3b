// Names are a list of strings.
def op;
def a { dag x = !dag(op, [1], [2]); }
