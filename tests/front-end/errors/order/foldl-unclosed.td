def a { int x = !foldl(1, [1], a, b, "s"; }
