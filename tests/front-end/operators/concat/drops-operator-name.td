// The name of the operator does not survive a concatenation.
class Op;
def op : Op;
def d { dag a = !con((op:$n 1), (op:$m 2)); }
