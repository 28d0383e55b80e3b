// A statement begins in one file, goes on in others, and ends in the one that includes them.
class Given<list<int> l> { list<int> values = l; }
include "nested/starts-def.inc"
include "nested/goes-on.inc"
;
def whole;
