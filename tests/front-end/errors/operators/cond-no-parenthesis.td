// Cases stand in parentheses.
def a { int x = !cond 1: 2; }
