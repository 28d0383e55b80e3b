// An instance with an unsettled !exists is made once and keeps what it saw.
class X;
class I<bit x> { bit v = x; }
class U { I a = I<!exists<X>("late")>; }
def u0 : U;
def late : X;
def u1 : U;
