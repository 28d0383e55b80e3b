// Whether a record of a class exists under a name.
class K;
class L;
def k : K;
def d { bit a = !exists<K>("k"); bit b = !exists<L>("k"); bit c = !exists<K>("none"); bit e = !exists<K>("later"); }
def later : K;
