// Bits of operator results.
class A<bits<4> x, int i> {
  bits<4> sum = !add(x, 1);
  bits<4> pick = !if(i, x, 0b0000);
  bits<8> b = !shl(i, 2);
  bit low = !and(i, 1);
}
def d : A<0b0011, 5>;
