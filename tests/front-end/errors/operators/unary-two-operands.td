// One operand and no more.
def a { int x = !size([1], [2]); }
