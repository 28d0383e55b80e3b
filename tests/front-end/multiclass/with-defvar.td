// Local variables of multiclasses.
multiclass M<int n> {
  defvar twice = !mul(n, 2);
  def a { int v = twice; }
  defvar name = NAME # "_x";
  def b { string s = name; }
}
defm p : M<4>;
