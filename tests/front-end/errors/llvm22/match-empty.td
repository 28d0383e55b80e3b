// An empty regular expression.
def d { bit m = !match("x", ""); }
