// Arguments are converted to the declared types.
class A<bits<4> b, bit c, int i, list<bits<2>> l> { bits<4> vb = b; bit vc = c; int vi = i; list<bits<2>> vl = l; }
def d : A<7, 1, 0b11, [1, 2]>;
