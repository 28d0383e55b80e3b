// The records of a defm are made before its semicolon.
def a_x;
multiclass M { def _x; }
defm a : M
def b;
