// A file that is not there, in a file that is included in a body.
def d { include "missing-value.inc" }
