// A file that is nowhere.
def a;
include "nowhere.inc"
def b;
