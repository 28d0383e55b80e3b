// ARGS: -I dir1 -I dir2
// The first directory that has the file counts, the working directory first.
include "where.inc"
include "only2.inc"
