// Classes and records have separate names.
class X { int n = 1; }
def X : X;
def d { X v = X; }
