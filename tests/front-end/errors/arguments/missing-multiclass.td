// An argument of a multiclass is missing.
multiclass M<int x> { def a { int v = x; } }
defm p : M;
