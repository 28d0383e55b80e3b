// The result is a number.
def a { string x = !find("abc", "a"); }
