// All records of a defm are expanded before any is defined.
class X;
multiclass M {
  def A : X;
  if !exists<X>(NAME # "A") then def yes; else def no;
  def z { bit e = !exists<X>(NAME # "A"); }
}
defm p : M;
foreach i = [1] in defm q : M;
