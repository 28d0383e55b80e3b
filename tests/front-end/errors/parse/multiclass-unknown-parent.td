// A multiclass that does not exist.
multiclass M : Nothing { def a; }
