// Conditions must balance in each file.
include "opens-ifdef.inc"
def a;
#endif
