// The pattern is a string.
class A;
def d { list<A> l = !instances<A>(5); }
