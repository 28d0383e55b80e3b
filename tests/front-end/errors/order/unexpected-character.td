// The token after a name is read before the name is looked up.
def a { int x = y @; }
