// A multiclass that uses itself sees what has been read so far.
multiclass M<int n> {
  def a { int v = n; }
  if !gt(n, 0) then defm _r : M<!sub(n, 1)>;
}
defm p : M<1>;
