// The head of a list that turns out empty.
class A<list<int> l> { int h = !head(l); list<int> t = !tail(l); }
def d : A<[]>;
