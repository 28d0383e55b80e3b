// Operands stand in parentheses.
def a { list<int> x = !foreach i; }
