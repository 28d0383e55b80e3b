// Casts between number types.
class A<bits<4> b, int i> { int x = !cast<int>(b); bits<4> y = !cast<bits<4>>(i); bit z = !cast<bit>(i); }
def d : A<0b0101, 1>;
