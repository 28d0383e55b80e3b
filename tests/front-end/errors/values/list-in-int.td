// A list where a number should be.
def a { int x = [1]; }
