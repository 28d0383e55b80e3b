// The forms of !substr.
def a { string x = !substr("abc"); }
