// A loop over four thousand million numbers.
foreach i = 0-4000000000 in def a#i;
