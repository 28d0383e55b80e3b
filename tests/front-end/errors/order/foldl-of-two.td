def a { int x = !foldl(1, 1); }
