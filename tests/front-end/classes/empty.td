// Classes and records without anything.
class A;
class B {}
class C : A;
def d;
def e : C {}
def f {}
