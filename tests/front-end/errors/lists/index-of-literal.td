// A list literal is not read where the field wants an integer, even if an index follows.
def d { int e = [7, 8, 9][1]; }
