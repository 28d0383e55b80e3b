// A value that depends on an unset field.
def a { int k; int j = k; }
