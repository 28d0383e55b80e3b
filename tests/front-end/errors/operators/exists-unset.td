// A value with a type.
class K;
def a { bit x = !exists<K>(?); }
