// The operator may be a cast or another dag's operator.
class Op;
def op : Op;
def d {
  dag a = (!cast<Op>("op") 1);
  dag src = (op 5);
  dag b = (!getdagop(src) 6);
  dag c = (!getdagop<Op>(src) 7);
}
