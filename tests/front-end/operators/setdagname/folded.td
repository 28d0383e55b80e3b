// Renaming arguments, by index and by name, and removing names.
class Op;
def op : Op;
class A<dag g, int i, string s> { dag a = !setdagname(g, i, s); dag b = !setdagname((op 1:$x), "x", s); dag u = !setdagname(g, 0, ?); }
def d : A<(op 1:$a, 2), 1, "new">;
