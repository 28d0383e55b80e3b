// The operator is a record.
def op;
def a { int x = !getdagop<int>((op 1)); }
