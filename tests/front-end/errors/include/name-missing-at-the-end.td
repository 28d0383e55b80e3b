// An included file ends with the word, and no path follows.
include "word.inc" ;
