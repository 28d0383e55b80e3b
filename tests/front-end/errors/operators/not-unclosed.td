// The operand must be closed.
def a { int x = !not(1; }
