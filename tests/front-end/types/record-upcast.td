// A record goes where a superclass is asked for, and keeps its own fields.
class Base { int n = 0; }
class Derived : Base { let n = 1; int extra = 9; }
def x : Derived;
class Take<Base b> { int n = b.n; Base same = b; }
def d : Take<x>;
