// No number in a string.
def a { string x = 5; }
