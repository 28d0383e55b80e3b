// A semicolon after a body is an error, and the rest is read.
class A { int x = 1; };
def a : A { };
