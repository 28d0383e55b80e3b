// Nothing has no elements.
def a { int y = ?[0]; }
