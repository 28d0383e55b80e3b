// Condition and value are separated by a colon.
def a { int x = !cond(1, 2); }
