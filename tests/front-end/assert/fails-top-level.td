// At top level, in loops and in multiclasses.
assert 0, "plain";
foreach i = [1, 2] in assert !eq(i, 1), "loop " # i;
multiclass M<int n> { assert !eq(n, 1), "multiclass " # n; def a; }
defm p : M<2>;
