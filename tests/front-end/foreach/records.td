// Looping over records.
class K<int n> { int v = n; }
def k1 : K<1>;
def k2 : K<2>;
foreach k = [k1, k2] in def of_#k { K r = k; int w = k.v; }
foreach k = [k1, k2] in def v#k.v;
