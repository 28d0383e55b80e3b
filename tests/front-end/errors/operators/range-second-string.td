// Numbers.
def a { list<int> x = !range(1, "a"); }
