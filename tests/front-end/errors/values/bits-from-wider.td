// Bits of another width.
class A<bits<8> w> { bits<4> n = w; }
