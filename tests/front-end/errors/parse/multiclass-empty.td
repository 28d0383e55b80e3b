// A multiclass must contain something.
multiclass M { }
