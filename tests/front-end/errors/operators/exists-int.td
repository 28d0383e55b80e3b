// A name is needed.
class K;
def a { bit x = !exists<K>(5); }
