// The name of a defm may be an expression.
multiclass A { def _a; }
foreach i = [1, 2] in defm "x" # i : A;
defm p#q : A;
