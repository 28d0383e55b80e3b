// Strings have no bits.
def a { string s = "a"; bit b = s{0}; }
