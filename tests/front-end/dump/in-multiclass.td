// In a multiclass it prints for every defm, but not from inside its records.
multiclass M<int n> { dump "n = " # n; def a { dump "never"; } }
defm p : M<1>;
defm q : M<2>;
