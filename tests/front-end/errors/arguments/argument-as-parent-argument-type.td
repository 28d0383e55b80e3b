// The type of an argument passed on.
class A<int x> { int v = x; }
class B<string s> : A<s>;
