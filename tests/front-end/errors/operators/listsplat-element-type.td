// The result has the type of the value.
def a { list<string> x = !listsplat(1, 2); }
