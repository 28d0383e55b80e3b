// A superclass is added when the token after it has been read.
class A<int x> { int y = x; }
def a : A "unended
