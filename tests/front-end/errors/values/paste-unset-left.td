// `?` cannot be pasted.
def a { string s = ? # "a"; }
