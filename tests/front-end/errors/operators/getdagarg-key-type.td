// An index or a name.
def op;
def a { int x = !getdagarg<int>((op 1), op); }
