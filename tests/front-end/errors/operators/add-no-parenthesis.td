// Operands stand in parentheses.
def a { int x = !add 1, 2; }
