// Arguments inside dags resolve with the record.
class Op;
def op : Op;
class A<int n, string s, Op o> {
  dag g = (o n:$first, s, (op !add(n, 1)):$inner);
  dag h = (op o, ?:$later);
}
def d : A<4, "txt", op>;
