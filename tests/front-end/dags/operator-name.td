// The operator may carry a name.
class Op;
def op : Op;
def d {
  dag a = (op:$o);
  dag b = (op:$o 1:$x, 2);
  dag c = (?:$o 1);
}
