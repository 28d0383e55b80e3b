// A name cannot be removed.
def op;
def d { dag g = !setdagopname((op:$q 1), ?); }
