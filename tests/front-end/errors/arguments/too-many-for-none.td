// Arguments for a class that has none.
class A;
def a : A<1>;
