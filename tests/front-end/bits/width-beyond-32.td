// A width is taken modulo two to the 32.
def d { bits<8589934592> none; bits<4294967298> two; }
