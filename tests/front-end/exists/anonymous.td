// Anonymous records have names too.
class K<int n>{ int v = n; }
def d { K k = K<1>; bit e = !exists<K>("anonymous_0"); bit f = !exists<K>("anonymous_1"); }
