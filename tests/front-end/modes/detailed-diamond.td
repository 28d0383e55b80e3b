// MODE: print-detailed-records
// A class inherited along two paths, one of them direct.
class Root { int v = 1; }
class L : Root;
class R : Root;
def d : L, R;
def e : Root, L;
