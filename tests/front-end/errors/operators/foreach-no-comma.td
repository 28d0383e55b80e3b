// The forms of !foreach.
def a { list<int> x = !foreach(i [1], i); }
