// Unknown escapes.
def d { string s = "a\qb"; }
