// Records of one expansion refer to each other by name.
class X { X other = ?; }
multiclass M {
  def A : X;
  def B : X { let other = !cast<X>(NAME # "A"); }
}
defm p : M;
defm q : M;
