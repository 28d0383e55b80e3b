// The number shows in strings.
class A<int n> { int v = n; }
def d { string s = !cast<string>(A<1>); string p = "x" # A<2>; int n = !size(!cast<string>(A<3>)); }
