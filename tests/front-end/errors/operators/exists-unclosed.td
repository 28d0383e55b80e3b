// It must be closed.
class K;
def a { bit x = !exists<K>("k"; }
