// No classes in loops.
foreach i = [1] in class A;
