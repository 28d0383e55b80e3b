// A type is needed.
def op;
def a { int x = !getdagarg((op 1), 0); }
