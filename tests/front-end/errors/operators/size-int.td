// A number has no size.
def a { int x = !size(5); }
