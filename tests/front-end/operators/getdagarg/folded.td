// Arguments by index and by name; those of another type read as unset.
class Op;
def op : Op;
class A<dag g, int i, string s> { int a = !getdagarg<int>(g, i); int b = !getdagarg<int>(g, s); string c = !getdagarg<string>(g, 0); }
def d : A<(op 1:$x, 2:$y), 1, "x">;
def e { int u = !getdagarg<int>((op ?:$x), "x"); dag n = !getdagarg<dag>((op (op 1)), 0); }
