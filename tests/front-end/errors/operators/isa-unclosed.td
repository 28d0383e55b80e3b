// It must be closed.
def a { bit x = !isa<int>(1; }
