// A long hexadecimal number.
def d { int x = 0x1ffffffffffffffff; }
