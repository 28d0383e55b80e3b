// A number where a string should be.
def a { string x = !add(1, 2); }
