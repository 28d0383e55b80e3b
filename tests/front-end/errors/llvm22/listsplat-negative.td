// CRASHES: 19
// A negative number of copies.
class A<int n> { list<int> l = !listsplat(1, n); }
def d : A<-1>;
