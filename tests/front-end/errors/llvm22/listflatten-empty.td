// An empty list cannot be flattened.
def d { list<int> l = !listflatten([]<list<int>>); }
