class K<int n> { int v = n; }
def a { K k = K<1 2>; }
