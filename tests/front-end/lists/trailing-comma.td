// A trailing comma is ignored.
def d { list<int> l = [1, 2, 3,]; list<string> s = ["a",]; }
