def a { int x = !if(y, 1); }
