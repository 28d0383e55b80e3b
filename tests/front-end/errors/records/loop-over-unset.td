// A loop over nothing.
foreach i = ? in def a#i;
