def a { int x = !size(1, 2); }
