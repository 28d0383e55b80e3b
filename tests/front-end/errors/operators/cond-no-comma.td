// Cases are separated by commas.
def a { int x = !cond(1: 2 3: 4); }
