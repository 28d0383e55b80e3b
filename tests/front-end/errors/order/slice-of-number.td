def a { int x = !if(1[0], 1, 2; }
