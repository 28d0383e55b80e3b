// Indices are numbers.
def a { list<int> l = [1]; int x = l["0"]; }
