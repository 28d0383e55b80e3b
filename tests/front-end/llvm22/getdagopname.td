// Names of operators can be read and set.
class Op;
def op : Op;
class A<dag g, string s> { string n = !getdagopname(g); int size = !size(!getdagopname(!setdagopname(g, s))); }
def d : A<(op:$nm 1, 2:$x), "new">;
def e { string s = !getdagopname(!setdagopname((op 1), "z")); }
