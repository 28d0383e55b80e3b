// Values of no type.
def a { int x = !cond(1: ?, 0: ?); }
