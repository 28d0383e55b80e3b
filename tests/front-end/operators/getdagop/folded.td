// The operator, with or without a type.
class Op { int n = 1; }
class Sub : Op;
def op : Sub;
class A<dag g> { Op o = !getdagop<Op>(g); int n = !getdagop<Op>(g).n; string s = !cast<string>(!getdagop(g)); }
def d : A<(op 1)>;
