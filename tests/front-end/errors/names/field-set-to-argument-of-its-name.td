// A field cannot be initialised from an argument of the same name.
class A<int x> { int x = x; }
def d : A<3>;
