// The operator is of another class.
class K; class L;
def op : L;
class A<dag g> { K k = !getdagop<K>(g); }
def a : A<(op)>;
