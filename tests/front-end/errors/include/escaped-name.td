// The path is named without its escapes.
include "no\tfile"
