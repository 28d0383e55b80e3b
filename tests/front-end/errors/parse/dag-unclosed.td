// A dag must be closed.
def a;
def b { dag g = (a 1, 2; }
