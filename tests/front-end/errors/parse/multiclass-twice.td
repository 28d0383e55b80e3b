// A multiclass is defined once.
multiclass M { def a; }
multiclass M { def b; }
