// A string is matched.
def d { bit m = !match(5, "x"); }
