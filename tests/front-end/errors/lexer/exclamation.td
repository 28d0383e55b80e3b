// An operator needs a name.
def d { int x = !(1); }
