// Numbers or a list.
def a { list<int> x = !range("a"); }
