// An empty set.
class K;
defset list<K> none = { }
def d { list<K> l = none; int n = !size(none); }
