// Lists of different length stay unfolded.
class Op;
def op : Op;
class A<list<int> v> { field dag g = !dag(op, v, ["a"]); }
def d : A<[1, 2]>;
