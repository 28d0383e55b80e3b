// A list is needed.
def op;
def a { list<int> x = !filter(i, (op 1), 1); }
