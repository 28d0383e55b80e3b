// bits<1> and bit convert into each other.
class A<bits<1> a, bit b> {
  bit ab = a;
  bits<1> ba = b;
}
def d : A<1, 0>;
