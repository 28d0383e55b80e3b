// No such operator.
def d { int x = !nothing(1); }
