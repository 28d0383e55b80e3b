// Anonymous records are printed in byte order of their names.
class A<int n> { int v = n; }
foreach i = !range(11) in def : A<i>;
