// Two in one statement may not share a name.
class R<int i> { int v = i; }
if 1 then {
  defset list<R> X = { def a : R<1>; }
  defset list<R> X = { def b : R<2>; }
}
