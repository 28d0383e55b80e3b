// A class that does not exist.
def a : Nothing;
