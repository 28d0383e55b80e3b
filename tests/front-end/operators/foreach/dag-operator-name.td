// Mapping a dag may lose the operator's name.
class Op;
def op : Op;
def sub_ : Op;
def d {
  dag changed = !foreach(x, (op:$n op), !subst(op, sub_, x));
  dag same = !foreach(x, (op:$n op), x);
}
