// Outer lets come first, so inner ones win.
class A { int x = 0; int y = 0; }
let x = 1, y = 1 in {
  let x = 2 in { def a : A; }
  def b : A;
}
