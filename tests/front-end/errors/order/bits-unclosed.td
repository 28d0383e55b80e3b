def a { bits<2> x = {1, "a"; }
