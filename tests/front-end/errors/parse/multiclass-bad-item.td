// What may not stand in a multiclass.
multiclass M { def a; int x = 1; }
