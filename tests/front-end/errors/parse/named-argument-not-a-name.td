// The name of a named argument is a plain name.
class A<int x> { int v = x; }
def a : A<"x"=1>;
def b : A<5=1>;
