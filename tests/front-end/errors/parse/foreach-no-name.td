// A loop needs a variable.
foreach [1] in def a;
