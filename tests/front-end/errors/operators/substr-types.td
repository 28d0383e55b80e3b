// A string first.
def a { string x = !substr(5, 1); }
