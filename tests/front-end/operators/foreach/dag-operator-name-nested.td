// Names of nested operators.
class Op;
def op : Op;
def sub_ : Op;
def d {
  dag changed = !foreach(x, (op:$n (op:$m op), 1), !subst(op, sub_, x));
}
