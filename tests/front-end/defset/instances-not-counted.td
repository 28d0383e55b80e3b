// Instances made inside do not belong to the set; unnamed records do.
class K<int n> { int v = n; }
class U<K k> : K<!add(k.v, 1)>;
defset list<K> all = { def a : U<K<5>>; def : K<6>; }
def d { list<K> l = all; }
