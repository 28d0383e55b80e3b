// An index or a name, not nothing.
def op;
def a { dag x = !setdagarg((op 1), ?, 2); }
