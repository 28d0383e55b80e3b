// A plus without a number.
def d { int x = 1 + 2; }
