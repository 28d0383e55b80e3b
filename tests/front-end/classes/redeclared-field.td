// Declaring a field again keeps its place and takes the new value.
class A { int x = 1; int y = 2; }
class B : A { int x = 3; }
class C : A { int x; }
def b : B;
def c : C;
