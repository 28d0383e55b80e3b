// The result has the common type of the arms.
class Base { int n = 1; }
class L : Base;
class R : Base;
def l : L;
def r : R;
class A<bit c> { Base b = !if(c, l, r); int n = !if(c, l, r).n; bits<2> v = !if(c, 0b10, 0b01); int mixed = !if(c, 3, 0b1); }
def d : A<1>;
