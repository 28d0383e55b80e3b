// Declared arguments cannot be empty.
class A<> { int v = 1; }
