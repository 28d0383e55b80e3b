// Single quotes are not for strings.
def d { string s = 'a'; }
