// Two files that include each other.
include "cycle-a.inc"
