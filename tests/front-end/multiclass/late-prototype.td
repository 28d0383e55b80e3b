// References inside a prototype resolve against the record the defm makes.
class X<int n> { int v = n; }
multiclass M<int n> {
  def a : X<n>;
  def b { int w = !cast<X>(NAME#"a").v; }
}
defm p : M<4>;
