// At most three numbers.
def a { list<int> x = !range(1, 2, 3, 4); }
