// A line cannot be continued.
def d { string s = "a\
b"; }
