// Naming a class again that an earlier parent brought is still an error.
class Root { int v = 1; }
class L : Root { let v = 2; }
def a : L, Root;
