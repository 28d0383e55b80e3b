// `let` around a defm comes after the body of the inner record.
class X { int v = 0; int w = 0; }
multiclass A { def a : X { let v = 1; let w = 1; } }
let v = 2 in defm p : A;
let v = 3, w = 4 in { defm q : A; def r : X { let v = 5; } }
