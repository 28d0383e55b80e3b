// Two operands and no more.
def a { int x = !sub(1, 2, 3); }
