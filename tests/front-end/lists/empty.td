// Empty lists take their type from where they stand.
class K;
class A<list<K> ks = [], list<list<int>> ll = []> { int n = !size(ks); int m = !size(ll); }
def d : A;
