// A record is not empty.
def r;
def a { bit x = !empty(r); }
