// Two dots are no token.
foreach i = 0..3 in def a#i;
