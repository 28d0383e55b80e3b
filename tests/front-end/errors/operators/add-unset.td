// A `?` has no type.
def a { int x = !add(1, ?); }
