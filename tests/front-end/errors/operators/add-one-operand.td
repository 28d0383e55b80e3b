// Two operands are needed.
def a { int x = !add(1); }
