// Children are a list.
def op;
def a { dag x = !dag(op, 5, ["a"]); }
