// As many names as children.
def op;
def a { dag x = !dag(op, [1, 2], ["a"]); }
