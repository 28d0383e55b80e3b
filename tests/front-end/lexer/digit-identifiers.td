// Identifiers may begin with digits.
class 4x { int 8i = 1; }
def 0xg : 4x;
def 1b2 { int v = 0; }
def 12_ : 4x { let 8i = 2; }
