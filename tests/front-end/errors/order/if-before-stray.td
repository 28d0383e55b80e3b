if "bbb" then { def a; }{ def b; }
