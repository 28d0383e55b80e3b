// A loop over a number of a multiclass.
multiclass M<int n> { foreach i = n in def a#i; }
defm p : M<3>;
