// The place is that of the token after the bracket.
def a { string s = []<list<int>>; }
