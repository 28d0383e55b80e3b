// A loop needs `in`.
foreach i = [1] def a#i;
