class In<int n> { int v = n; }
class I { In i = In<1>; int w = i=.v; }
