// It must be closed.
class A;
def d { list<A> l = !instances<A>(".*"; }
