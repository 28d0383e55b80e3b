// One record for each class and argument list as written.
class A<int n = 1> { int v = n; }
def d { A a = A<1>; A b = A<1>; A c = A<>; A e = A<n=1>; A f = A<2>; }
