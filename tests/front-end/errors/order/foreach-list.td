def a { list<int> x = !foreach(i, 7 8); }
