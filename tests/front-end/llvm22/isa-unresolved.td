// !isa waits for a concrete record.
class Base;
class Other;
class A<Base x> { bit b = !isa<Other>(x); string s = !if(!isa<Other>(x), "other", "plain"); }
class Mixed : Base, Other;
def m : Mixed;
def p : Base;
def a : A<m>;
def b : A<p>;
