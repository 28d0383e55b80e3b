// The usual guard makes the second inclusion empty.
include "guarded.inc"
include "guarded.inc"
def d { Guarded g = ?; }
