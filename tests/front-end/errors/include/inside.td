// An error in an included file, two levels down.
include "outer.inc"
