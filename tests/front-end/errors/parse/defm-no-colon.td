// A defm needs multiclasses.
multiclass M { def a; }
defm p;
