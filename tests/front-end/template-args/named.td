// Named arguments in any order, after positional ones.
class A<int a, int b = 2, int c = 3> { list<int> l = [a, b, c]; }
def n1 : A<a=1>;
def n2 : A<c=30, a=10>;
def n3 : A<1, c=9>;
def n4 : A<1, 2, c=9>;
def inst { list<int> l = A<7, c=8>.l; }
