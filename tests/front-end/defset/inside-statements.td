// A defset inside other statements belongs to the file, and stays empty.
class R<int i> { int v = i; int s = 0; }
if 1 then {
  defset list<R> X = { def a : R<1>; }
  defset list<R> Y = { def b : R<2>; }
  def z { list<R> y = X; int n = !size(Y); }
}
let s = 5 in {
  foreach i = [1, 2] in {
    def c#i : R<i>;
    if !eq(i, 1) then { defset list<R> Z = { def d#i : R<i>; } }
  }
  defvar local = 4;
  def e : R<9> { list<R> x = X; list<R> y = Y; list<R> z = Z; int l = local; }
}
def f { list<R> x = X; list<R> y = Y; list<R> z = Z; }
class Q<int i> { int v = i; }
let v = 3 in {
if 1 then
defset list<Q> Wide2 = {
  def p : Q<1>;
}
}
foreach i = [1, 2] in
defset list<Q> Loop2 = {
  def q#i : Q<i>;
}
def Later { list<Q> regs = Wide2; list<Q> more = Loop2; }
