// A record exists for itself.
class K;
def k : K { bit e = !exists<K>("k"); }
