// A multiclass that inherits may end with a semicolon only.
multiclass A { def a; }
multiclass B : A
def x;
