// A field that the class has not.
class K { int v = 1; }
def k : K;
def a { int x = k.w; }
