// A multiclass where a class should be.
multiclass M { def x; }
def a : M;
