// Defaults, given in part.
class A<int a, int b = 2, int c = 3> { list<int> l = [a, b, c]; }
def one : A<1>;
def two : A<1, 20>;
def three : A<1, 20, 30>;
