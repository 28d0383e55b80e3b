// Loops, conditions and defms inside a defset count too.
class K<int n> { int v = n; }
multiclass M { def x : K<1>; def y : K<2>; }
defset list<K> all = {
  defm p : M;
  foreach i = [5, 6] in def l#i : K<i>;
  if 1 then def c : K<9>;
}
def d { list<K> l = all; }
