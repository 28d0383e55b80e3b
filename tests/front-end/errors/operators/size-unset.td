// `?` has no size.
def a { int x = !size(?); }
