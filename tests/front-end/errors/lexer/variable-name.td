// A dollar needs a name.
def d { dag g = (d $1); }
