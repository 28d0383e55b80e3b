// A cast needs a type.
def a { int x = !cast("a"); }
