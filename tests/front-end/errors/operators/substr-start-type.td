// Then a number.
def a { string x = !substr("abc", "1"); }
