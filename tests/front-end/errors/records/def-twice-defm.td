// The same name from two multiclass expansions; reading goes on.
multiclass M { def x; }
defm p : M;
defm p : M;
def after;
