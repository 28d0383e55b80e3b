// !isa of a class that the static type says nothing about.
class Base;
class Sub : Base;
class Other;
class A<Base x> { bit o = !isa<Other>(x); }
class Mixed : Sub, Other;
def m : Mixed;
def b : Base;
def d : A<m>;
def e : A<b>;
