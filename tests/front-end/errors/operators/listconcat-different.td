// Lists of one type.
def a { list<int> x = !listconcat([1], ["a"]); }
