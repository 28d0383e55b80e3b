// The operand stands in parentheses.
def a { int x = !not 1; }
