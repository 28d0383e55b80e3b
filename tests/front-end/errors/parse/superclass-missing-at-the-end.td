// The arguments of a superclass are evaluated before the next one is missed.
class A<string s> { string S = s; }
def a : A<name>,
def b;
