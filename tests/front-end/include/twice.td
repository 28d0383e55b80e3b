// A file is read again each time it is included.
class K;
multiclass M { def x; }
def one { list<string> l = [
include "items.inc"
]; }
def two { list<string> l = [ include "items.inc" ]; }
