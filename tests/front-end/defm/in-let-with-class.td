// let values apply after the classes of a defm.
class X { int v = 0; }
class Y { int v = 7; }
multiclass A { def a : X; }
let v = 2 in defm p : A, Y;
