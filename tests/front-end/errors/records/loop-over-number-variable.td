// A loop over a variable that is not a list.
defvar n = "abc";
foreach i = n in def a#i;
