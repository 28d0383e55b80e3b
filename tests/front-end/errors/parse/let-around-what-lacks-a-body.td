// Enclosing lets take effect before the body is looked for.
class A<string s> { string S = s; }
let T = "t" in {
  def a A<"a">;
}
