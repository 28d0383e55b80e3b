// Bits of arguments stay symbolic in the class and fold in the record.
class Enc<bits<4> op, bit flag> {
  bits<8> Inst;
  let Inst{7-4} = op;
  let Inst{3} = flag;
  let Inst{2-0} = op{2-0};
}
def a : Enc<0b1010, 1>;
def b : Enc<{ 1, ?, 0, 1 }, ?>;
