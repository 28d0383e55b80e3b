// After the comma of a defm a name.
multiclass M { def a; }
defm p : M, 5;
