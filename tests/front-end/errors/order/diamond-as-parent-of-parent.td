class Root { int x = 1; }
class L : Root;
def a : L, Root;
def b { int y = ; }
