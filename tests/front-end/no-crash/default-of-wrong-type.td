// A default of another type than its argument.
class A<int x = "s"> { int v = x; }
def a : A;
