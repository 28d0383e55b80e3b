// A character of no token.
def d { int x = 1 & 2; }
