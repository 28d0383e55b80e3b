// With NAME in the def's name nothing is put in front.
class X;
multiclass M {
  def NAME : X;
  def NAME#"_x" : X;
  def "pre_"#NAME : X;
  def plain : X;
  def "str" : X { string s = NAME; }
}
defm q : M;
