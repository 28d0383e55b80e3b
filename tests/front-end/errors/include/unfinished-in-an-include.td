// What an included file lacks at its end is missed at the next token.
include "unfinished.inc"

def next;
