// Lists of indices are lists of numbers.
def a { list<int> l = [1]; list<int> x = l[["0"]]; }
