// Records have no order.
def r;
def a { bit x = !lt(r, r); }
