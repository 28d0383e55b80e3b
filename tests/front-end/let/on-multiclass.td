// Around a multiclass it applies to the records inside.
class A { int x = 0; }
let x = 8 in multiclass M { def a : A; }
defm p : M;
