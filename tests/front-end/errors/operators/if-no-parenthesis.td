// Operands stand in parentheses.
def a { int x = !if 1; }
