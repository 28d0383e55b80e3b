// Beyond 64 bits.
def d { int x = 18446744073709551616; }
