// A range in braces must be closed.
foreach i = {1-3 in def a#i;
