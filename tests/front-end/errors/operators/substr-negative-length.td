// A negative length.
class A<int n> { string x = !substr("abc", 1, n); }
def bad : A<-1>;
