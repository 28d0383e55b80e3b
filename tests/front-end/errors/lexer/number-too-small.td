// Beyond 63 bits and sign.
def d { int x = -9223372036854775809; }
