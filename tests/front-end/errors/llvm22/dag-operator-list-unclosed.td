// A list as operator must be closed.
def op;
def d { dag g = ([op 1); }
