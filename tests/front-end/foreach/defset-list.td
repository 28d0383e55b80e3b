// Looping over the result of a defset.
class K<int n> { int v = n; }
defset list<K> ks = { def a : K<1>; def b : K<2>; }
foreach k = ks in def "copy_" # k { int v = k.v; }
