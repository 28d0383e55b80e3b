// An index or a name.
def op;
def a { dag x = !setdagarg((op 1), op, 2); }
