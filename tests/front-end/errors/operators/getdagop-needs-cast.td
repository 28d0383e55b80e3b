// Without a type any record comes out.
class K;
def op : K;
class A<dag g> { K k = !getdagop(g); }
