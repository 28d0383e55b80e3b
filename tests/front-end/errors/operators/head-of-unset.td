// A list of which nothing is known.
def a { int x = !head([?]<int>); }
