// A failed assertion is reported, and the rest goes on.
class A<int x> { assert !gt(x, 0), "x is " # x; int v = x; }
def bad : A<-1>;
def good : A<1>;
