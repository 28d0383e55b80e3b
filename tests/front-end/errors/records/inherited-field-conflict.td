// Two parents with a field of different types.
class A { int x = 1; }
class B { string x = "s"; }
def a : A, B;
