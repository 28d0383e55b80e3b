// The same name in a loop.
foreach i = [1, 2] in def a;
