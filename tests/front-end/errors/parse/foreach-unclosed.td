// The block of a loop must be closed.
foreach i = [1] in {
def a#i;
