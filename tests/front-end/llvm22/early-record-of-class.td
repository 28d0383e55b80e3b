// A record of a class that gains parents later.
class A;
def early : A;
class B { int n = 1; }
class A : B;
def late : A;
