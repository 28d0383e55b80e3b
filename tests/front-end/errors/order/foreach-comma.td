// Whether it is a list is asked when the comma after it has been read.
def a { list<int> x = !foreach(i, 7  5{0} ); }
