// A value with a type.
def a { string x = !subst("a", "b", ?); }
