// The logarithm of zero.
class A<int n> { int x = !logtwo(n); }
def a : A<0>;
