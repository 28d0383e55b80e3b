// A defm must end.
multiclass M { def a; }
defm p : M
def x;
