// A file that is not there, in a loop.
foreach i = [1] in { include "gone.inc" def a#i; }
