// The same after a multiclass.
multiclass M { def a; };
defm p : M;
