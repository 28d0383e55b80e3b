// Mapping a dag visits the operator and every argument, nested ones too.
class Op;
def op : Op;
def add_ : Op;
def sub_ : Op;
def d {
  dag a = !foreach(x, (op op:$a, add_), !subst(op, sub_, x));
  dag n = !foreach(x, (op (op op), add_:$k), !subst(op, sub_, x));
  dag same = !foreach(x, (op 1:$q), x);
}
