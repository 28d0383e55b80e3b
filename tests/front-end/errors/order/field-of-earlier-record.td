// The record whose field is read has the name of the one that is made, and is none the less another.
class K<int n> { int v = n; }
def a : K<1>;
foreach k = [a] in def "" # k { int v = k.v; }
