// A multiclass needs a name.
multiclass { def a; }
