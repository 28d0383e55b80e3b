// A multiclass that inherits nothing needs a body.
multiclass M;
