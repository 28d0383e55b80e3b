// Operators, arguments and names in all combinations.
class Op;
def op : Op;
def in1 : Op;
def d {
  dag bare = (op);
  dag args = (op 1, "two", in1);
  dag named = (op 1:$one, in1:$two);
  dag only_names = (op $a, $b);
  dag unset = (? ?:$x);
  dag nested = (op (in1 1), (op (in1)):$deep);
  dag list_arg = (op 0, [1, 2], ["a"]:$l);
}
