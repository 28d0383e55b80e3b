// A field that one of the records has not.
class A { int x = 1; }
multiclass M { def a : A; def b; }
let x = 2 in defm p : M;
