// MODE: null-backend
// Nothing is printed, everything is checked.
class A<int unused> { int v = 1; }
def d : A<1>;
