// A file that is not there, where a let wants a statement.
let x = 1 in include "gone.inc"
