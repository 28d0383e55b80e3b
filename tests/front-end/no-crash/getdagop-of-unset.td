// The operator of a dag without one.
def d { dag g = (? 1); dag h = (!getdagop(g) 2); }
