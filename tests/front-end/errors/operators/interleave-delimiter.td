// The delimiter is a string.
def a { string x = !interleave(["a"], 1); }
