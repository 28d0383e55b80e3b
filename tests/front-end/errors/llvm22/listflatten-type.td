// A list is flattened.
def d { list<int> l = !listflatten(5); }
