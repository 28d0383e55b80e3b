// A step of zero.
class A<int s> { list<int> x = !range(1, 5, s); }
def a : A<0>;
