// Replacing the empty string never ends.
def d { string s = !subst("", "x", "abc"); }
