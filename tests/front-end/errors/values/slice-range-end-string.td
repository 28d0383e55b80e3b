// Ends of ranges are numbers.
def a { list<int> l = [1]; list<int> x = l[0..."1"]; }
