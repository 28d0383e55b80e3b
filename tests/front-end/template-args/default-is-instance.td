// A default that is an instance is made when the class is read.
class K<int n> { int v = n; }
class A<K k = K<5>> { int n = k.v; K r = k; }
def d : A;
def e : A<K<6>>;
