// A class added by a defm brings its assertions.
class A { int n = 0; assert !gt(n, 5), "n is " # n; }
multiclass M { def a { int m = 1; } }
defm p : M, A;
