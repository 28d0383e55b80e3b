// A record named `?` has no name. In a multiclass that nobody uses nothing is wrong with one.
class A { string N = NAME; }
def ? : A;
foreach i = [1, 2] in
  def ? : A;
multiclass M {
  def ? : A;
}
