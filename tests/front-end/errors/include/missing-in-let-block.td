// A file that is not there, in a block.
let x = 1 in { include "gone.inc" }
