// The empty name.
def "" { int v = 1; }
