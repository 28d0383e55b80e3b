// A default that is an instance of the class being read.
class A<A a = A<>> { A b = a; }
def d : A;
