class K;
def a { int x = !exists<K>(1, 2); }
