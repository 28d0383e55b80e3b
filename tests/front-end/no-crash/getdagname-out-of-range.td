// An index beyond the arguments of a dag.
def op;
def d { string s = !getdagname((op 1:$x), 9); }
