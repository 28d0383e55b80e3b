// Concatenation of dag arguments and with unknown operators.
class Op;
def op : Op;
class A<dag x, Op o> {
  dag a = !con(x, (op 1));
  dag b = !con((o 1), (o 2));
  dag c = !con((op 1), (op 2), x);
}
def d : A<(op 7:$seven), op>;
