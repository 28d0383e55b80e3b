// A loop whose variable is not used defines the same anonymous record several times.
class S { int v = 1; }
foreach i = [1, 2, 3] in def : S;
