// A list of types may stand for the operator of a dag.
class Op;
def op : Op;
def i32 : Op;
def d { dag g = ([i32, op] 1:$x, (op 2)); dag h = ([i32]); }
class A<list<Op> l> { dag g = ([op] l); }
def e : A<[op]>;
