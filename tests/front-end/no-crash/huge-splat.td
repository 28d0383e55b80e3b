// Four thousand million copies.
def d { list<int> l = !listsplat(1, 4000000000); }
