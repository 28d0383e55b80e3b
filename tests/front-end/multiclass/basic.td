// Records of a multiclass are named after the defm.
multiclass M<int n> {
  def _a { int v = n; }
  def _b { int v = !add(n, 1); }
}
defm one : M<1>;
defm two : M<10>;
