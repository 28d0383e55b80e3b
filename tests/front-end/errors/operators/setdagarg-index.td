// An index beyond the end.
def op;
class A<int i> { dag x = !setdagarg((op 1), i, 2); }
def a : A<1>;
