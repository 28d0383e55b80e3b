// Two operands and no more.
def a { bit x = !eq(1, 1, 1); }
