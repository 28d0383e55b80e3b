// Code, bits and records as dag arguments.
class Op;
def op : Op;
def d {
  dag g = (op [{ code }], 0b101, op:$self, ?, -3);
  bits<2> b = 0b01;
  dag h = (op b, { 1, 0 });
}
