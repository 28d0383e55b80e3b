// A name is a string.
def op;
class A<dag g> { int n = !getdagopname(g); }
