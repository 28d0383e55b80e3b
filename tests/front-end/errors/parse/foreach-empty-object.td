// A loop needs something to do.
foreach i = [1] in ;
