def a { list<int> x = !foreach(i, [1], j; }
