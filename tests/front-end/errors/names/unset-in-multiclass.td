// In a multiclass `?` gets NAME in front as any name does, and is not settled by it.
class A;
multiclass M {
  def ? : A;
}
defm a : M;
