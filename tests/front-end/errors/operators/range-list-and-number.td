// One list and nothing else.
def a { list<int> x = !range([1], 2); }
