// After the colon of a multiclass a name.
multiclass M : 3 { def a; }
