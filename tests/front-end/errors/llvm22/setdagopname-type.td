// A name is a string.
def op;
def d { dag g = !setdagopname((op:$q 1), 5); }
