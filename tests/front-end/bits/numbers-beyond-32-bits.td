// Numbers of bits, and those that loops go over, count without what exceeds 32 bits.
class A<bits<8> imm> {
  bits<2> x;
  let x{0} = imm{8589934592};
  let x{8589934593} = 1;
}
def a : A<1>;

foreach i = 4294967297 in
  def b#i { int v = i; }
foreach i = {0-1, 4294967299} in
  def c#i { int v = i; }
