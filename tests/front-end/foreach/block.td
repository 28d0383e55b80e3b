// Several statements in one body.
foreach i = [1, 2] in {
  defvar sq = !mul(i, i);
  def s#i { int v = sq; }
  if !eq(i, 2) then def only2;
  foreach j = [0] in def t#i#j;
}
