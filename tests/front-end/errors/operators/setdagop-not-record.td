// The new operator is a record.
def op;
def a { dag x = !setdagop((op 1), 5); }
