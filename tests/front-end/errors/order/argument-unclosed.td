class K<int n> { int v = n; }
def a : K<"s";
