// Setting a bit that is not there.
def d { bits<4> v; let v{9} = 1; }
