// An unset arm takes the type of the other.
class A<bit b> { int i = !if(b, 1, ?); string s = !if(b, ?, "s"); }
def d : A<1>;
def e : A<0>;
