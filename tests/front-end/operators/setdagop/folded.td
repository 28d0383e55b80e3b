// Replacing the operator keeps the arguments.
class Op;
def op : Op;
def other : Op;
class A<dag g, Op o> { dag a = !setdagop(g, other); dag b = !setdagop((op 1:$x, ?), o); }
def d : A<(op 5), other>;
