// A range in braces cannot be empty.
foreach i = {} in def a#i;
