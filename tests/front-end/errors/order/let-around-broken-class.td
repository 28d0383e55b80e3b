// A `let` takes effect when the superclasses have been read, before the body.
let x = 1 in {
class X { int v = 0; int w = 0; ;

multiclass M<int n> { def a : X; }
}
