// An instance is checked once, however often it is used.
class A<int x> { assert !gt(x, 0), "x is " # x; int v = x; }
def d { int a = A<0>.v; }
def e { int b = A<0>.v; int c = A<-5>.v; }
