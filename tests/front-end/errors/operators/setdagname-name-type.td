// The new name is a string.
def op;
def a { dag x = !setdagname((op 1), 0, 2); }
