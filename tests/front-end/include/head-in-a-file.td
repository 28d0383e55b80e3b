// An included file ends before the statement that its loop repeats.
include "nested/loop-head.inc"
def d#i;
def after;
