// MODE: dump-json
// A class inherited along two paths is listed twice.
class Root { int v = 1; }
class L : Root;
class R : Root;
def d : L, R;
