// After a class only classes.
class A;
multiclass M { def a; }
multiclass N { def b; }
defm p : M, A, N;
