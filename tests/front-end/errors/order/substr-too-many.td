def a { string x = !substr("abc", y, 1, 2); }
