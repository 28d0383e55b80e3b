// The operand stands in parentheses.
def a { bit x = !isa<int> 1; }
