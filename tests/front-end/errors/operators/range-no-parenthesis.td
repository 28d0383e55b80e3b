// Operands stand in parentheses.
def a { list<int> x = !range 5; }
