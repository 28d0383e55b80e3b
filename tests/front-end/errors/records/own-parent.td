// CRASHES: 22
// A class that inherits from itself.
class A : A;
def d : A;
