// Operands stand in parentheses.
def a { int x = !foldl 0; }
