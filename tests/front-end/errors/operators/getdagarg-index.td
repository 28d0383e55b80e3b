// An index beyond the end.
def op;
class A<int i> { int x = !getdagarg<int>((op 1), i); }
def a : A<1>;
