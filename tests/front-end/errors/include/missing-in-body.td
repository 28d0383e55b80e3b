// A file that is not there, in the body of a record.
def d { include "gone.inc" int x = 1; }
