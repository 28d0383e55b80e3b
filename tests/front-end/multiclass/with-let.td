// `let` around defs in a multiclass.
class X { int v = 0; int w = 0; }
multiclass M<int n> {
  let v = n in def a : X;
  let v = 1, w = n in { def b : X; def c : X { let w = 9; } }
}
defm p : M<4>;
