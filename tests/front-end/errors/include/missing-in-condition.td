// A file that is not there, as the statement of a condition.
if 1 then include "gone.inc"
def a;
