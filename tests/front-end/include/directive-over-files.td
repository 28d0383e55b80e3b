// The word `include` and its path stand in different files.
include "nested/word.inc" "nested/condition.inc"
include include "nested/path.inc"
def last;
