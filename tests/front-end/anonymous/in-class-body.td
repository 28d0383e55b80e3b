// Known instances in a class are made when the class is read.
class S<int n> { int v = n; }
class A { S s = S<1>; int w = S<2>.v; }
def z { S s = S<3>; }
def d : A;
