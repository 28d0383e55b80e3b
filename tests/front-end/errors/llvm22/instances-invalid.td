// A pattern that is none.
class A;
def d { list<A> l = !instances<A>("["); }
