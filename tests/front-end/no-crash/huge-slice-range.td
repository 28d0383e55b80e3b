// A slice of four thousand million elements.
defvar l = [1];
def d { list<int> s = l[0...4000000000]; }
