// Casts along the class hierarchy.
class Base { int n = 1; }
class Sub : Base { int m = 2; }
def s : Sub;
class A<Base b> { Sub s = !cast<Sub>(b); int m = !cast<Sub>(b).m; Base up = !cast<Base>(s); }
def d : A<s>;
