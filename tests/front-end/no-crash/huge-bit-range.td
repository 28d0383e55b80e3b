// A bit range of four thousand million places.
def d { bits<4> v; let v{4000000000-0} = 0; }
