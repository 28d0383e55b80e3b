// Replacing arguments keeps their names.
class Op;
def op : Op;
class A<dag g, int i> { dag a = !setdagarg(g, i, "new"); dag b = !setdagarg((op 1:$x, 2), "x", i); dag u = !setdagarg(g, 0, ?); }
def d : A<(op 1:$a, 2:$b), 1>;
