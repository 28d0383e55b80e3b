// In an instance it prints once.
class A<int x> { dump "x = " # x; int v = x; }
def a { int n = A<1>.v; int m = A<1>.v; int o = A<2>.v; }
