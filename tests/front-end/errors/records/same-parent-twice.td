// A class is inherited once.
class A;
def a : A, A;
