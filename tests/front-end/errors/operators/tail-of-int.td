// A number has no tail.
def a { list<int> x = !tail(5); }
