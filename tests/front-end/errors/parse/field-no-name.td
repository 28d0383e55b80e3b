// A declaration needs a name.
def a { int = 1; }
