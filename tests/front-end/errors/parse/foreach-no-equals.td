// A loop needs a list.
foreach i in def a;
