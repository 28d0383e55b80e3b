// Fields of superclasses come first, in the order of the superclass list.
class A { int a1 = 1; int a2 = 2; }
class B { int b1 = 3; }
class C : A, B { int c1 = 4; }
def d : C { int d1 = 5; let b1 = 30; }
def e : B, A { int e1 = 6; }
