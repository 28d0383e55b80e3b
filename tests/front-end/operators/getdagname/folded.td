// Names of arguments.
class Op;
def op : Op;
class A<dag g, int i> { string n = !getdagname(g, i); }
def d : A<(op 1:$x, 2), 0>;
def e : A<(op 1:$x, 2), 1>;
