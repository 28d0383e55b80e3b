def a { int x = !cond(1: y; }
