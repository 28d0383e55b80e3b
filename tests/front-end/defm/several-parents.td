// A defm takes all records of all its multiclasses.
multiclass A<int n> { def a { int v = n; } }
multiclass B<int n> { def b { int v = n; } }
defm p : A<1>, B<2>;
