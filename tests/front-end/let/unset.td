// Back to unset.
class A { int x = 1; bits<2> b = 0b11; list<int> l = [1]; }
def d : A { let x = ?; let b = ?; let b{0} = 0; let l = ?; }
