// Assertions run at the defm, with its arguments.
multiclass M<int n> {
  assert !gt(n, 0), "n is " # n;
  def a { assert !gt(n, 0), "in def"; }
}
defm ok : M<1>;
