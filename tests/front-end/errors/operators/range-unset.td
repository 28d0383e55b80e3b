// Values with types.
def a { list<int> x = !range(?); }
