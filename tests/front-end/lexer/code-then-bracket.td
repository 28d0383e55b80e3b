// A list that starts with braces.
def d { list<bits<2>> l = [ {1, 0}, {0, 1} ]; bits<2> b = {1, 1}; }
