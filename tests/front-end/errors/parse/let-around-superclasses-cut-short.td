// Enclosing lets take effect after the superclasses, and here these never end.
class A<string s> { string S = s; }
let T = "t" in {
  def a : A<;
}
