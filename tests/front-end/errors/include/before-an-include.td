// What stands before an include is read before what is included.
bit "nonsense"
include "unknown-class.inc"
