// The name is taken by a record of the same defm.
multiclass M<int n> { def anonymous_ # !add(n, 3); def { int a = n; } def { int b = n; } }
defm "" : M<0>;
defm "" : M<1>;
