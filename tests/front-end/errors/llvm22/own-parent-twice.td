// The same direct parent twice is still an error.
class Root;
class L : Root;
def a : L, L;
