// An empty list has no head.
def a { int x = !head([]<int>); }
