// A name that means nothing is noticed before a parenthesis that is missing.
def a { int x = !add(1, !size(y, 2)); }
