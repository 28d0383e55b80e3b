// Four thousand million numbers.
def d { list<int> l = !range(0, 4000000000); }
