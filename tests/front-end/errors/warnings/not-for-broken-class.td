// No warning for a class that cannot be read to its end.
class A<int unused> { int v = 1
