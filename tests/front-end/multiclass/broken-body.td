// A multiclass with a mistake in its body is not said to leave arguments unused.
class C<int a> { int x = a; }
multiclass M<int a> {
  def "" : C<1>;
  let x = 2 in
}
