// An empty body does not count as a definition.
class A {}
class A { int n = 1; }
def d : A;
