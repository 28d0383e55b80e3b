// A record that takes the name of an instance still to come.
class A<int n> { int v = n; }
def anonymous_0;
def d { A a = A<1>; }
