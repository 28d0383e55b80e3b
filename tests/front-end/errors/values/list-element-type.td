// Elements of the wrong type.
def a { list<int> l = ["a", "b"]; }
