// An include works between any two tokens.
class Tail;
def include "name.inc" : include "name2.inc";
