// MODE: print-detailed-records
// Where the records of multiclasses come from.
class A { int v = 0; }
multiclass In { def _i : A; foreach i = [1] in def _l#i : A; if 1 then def _c : A; }
multiclass Out {
  defm _o : In;
  def _own;
}
defm top : Out;
let v = 1 in
defm direct : In;
