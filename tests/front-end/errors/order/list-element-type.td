def a { list<int> x = [y, 1 2]; }
